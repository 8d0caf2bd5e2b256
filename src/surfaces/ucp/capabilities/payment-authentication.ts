import { defineCapability } from "./capability"

/** The bank's authentication page as an action that the platform carries out (3-D Secure challenge). */
export const paymentAuthentication = defineCapability({
  name: "dev.ucp.common.payment.authentication",
  spec: "payment/extensions/authentication",
  schema: "common/payment_authentication",
  extends: ["dev.ucp.shopping.checkout"],
  since: "2026-08-25",
  is_opt_in: true,
  operations: [],
})
