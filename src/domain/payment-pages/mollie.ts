import type { KnownPage } from "./payment-page"
import { redirectPage, valueAt } from "./redirect"

/** Mollie's hosted checkout. The session's data is the payment of Mollie's Payments API v2. */
export const mollie: KnownPage = {
  ...redirectPage({
    name: "Mollie",
    hosts: ["mollie.com"],
    urlIn: (data) => valueAt(data, "_links.checkout.href"),
    capturesAtOnce: ({ captureMode }) => captureMode !== "manual",
  }),
  serves: (provider_id) => /^pp_mollie(-|_|$)/.test(provider_id),
  isCreated: ({ id }) => typeof id === "string",
}
