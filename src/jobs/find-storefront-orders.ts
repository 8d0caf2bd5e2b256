import { findStorefrontOrders } from "../workflows/storefront/find-orders"

/** Records the orders of carts that agents have handed to their customers, if their events were lost. */
export default findStorefrontOrders

export const config = { name: "gw-find-storefront-orders", schedule: "*/30 * * * * *" }
