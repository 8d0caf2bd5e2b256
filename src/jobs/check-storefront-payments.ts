import { checkStorefrontPayments } from "../workflows/storefront/check-payments"

/** Places the orders of customers who have paid for an agent's checkout without an order, or refunds them. */
export default checkStorefrontPayments

export const config = { name: "gw-check-storefront-payments", schedule: "*/30 * * * * *" }
