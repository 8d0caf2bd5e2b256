import { act } from "../staff"
import type { PaymentRoute, Payable } from "./payment-route"

/** Why nothing sells out after the payment on routes with `holds: "order"`. */
export const HOLDS_STOCK = "the order reserves its stock before the customer pays"

/** Staff refund on the page of the payment, in the plugin's part of the admin. */
export const refundOnItsPage: PaymentRoute<Payable>["refund"] = async ({ id }, amount) =>
  (await act(id, "refund", { amount })).status
