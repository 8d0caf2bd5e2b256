import { catchUp } from "../workflows/payment/catch-up"

/**
 * Reads the bank's event list and settles the events that no notification has delivered, even for payments that
 * seemed final.
 */
export default catchUp

export const config = { name: "gw-catch-up-events", schedule: "*/30 * * * * *" }
