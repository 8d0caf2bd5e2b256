/** The id Medusa knows the payment provider by. */
export const PAYMENT_PROVIDER_ID = "pp_gateway_bank"
