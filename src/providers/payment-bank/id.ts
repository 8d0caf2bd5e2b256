/** The id of the payment provider in Medusa. */
export const PAYMENT_PROVIDER_ID = "pp_gateway_bank"
