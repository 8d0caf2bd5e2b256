/** Why a payment was declined, as in its snapshot. */
export interface Decline {
  code: DeclineCode
  /** The card network's response code; null when the network was not contacted. */
  network_code: string | null
  message: string
  /** Whether it makes sense for the same customer to try again. */
  retryable: boolean
}

const TABLE = {
  insufficient_funds: ["51", "The account does not hold enough money.", true],
  card_expired: ["54", "The card has expired.", false],
  do_not_honor: ["05", "The issuer refused without giving a reason.", true],
  invalid_cvv: ["82", "The security code is wrong.", true],
  lost_or_stolen: ["41", "The card was reported lost or stolen.", false],
  sca_failed: [null, "The shopper could not be authenticated.", true],
  sca_abandoned: [null, "The shopper did not finish the authentication.", true],
  sca_required: ["1A", "The issuer wants the shopper to be authenticated.", true],
  issuer_unavailable: ["91", "The issuer does not answer.", true],
  mandate_missing: [null, "The charge does not name the payment the shopper agreed with.", false],
} as const

/** The decline codes of this bank. */
export type DeclineCode = keyof typeof TABLE

/** The full decline object for one code. */
export function decline(code: DeclineCode): Decline {
  const [network_code, message, retryable] = TABLE[code]
  return { code, network_code, message, retryable }
}
