import { catchUp } from "../workflows/payment/catch-up"

/** Takes from the bank's list of events what no notification has brought, even for payments that seemed final. */
export default catchUp

export const config = { name: "gw-catch-up-events", schedule: "*/30 * * * * *" }
