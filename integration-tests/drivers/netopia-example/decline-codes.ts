import type { Decline } from "../../../src/domain/settlement"

const CARD_EXPIRED: Decline = { code: "card_expired", message: "The card has expired." }
const INVALID_CVV: Decline = { code: "invalid_cvv", message: "The security code is wrong." }
const INSUFFICIENT_FUNDS: Decline = {
  code: "insufficient_funds",
  message: "The account does not have enough money.",
}
const DO_NOT_HONOR: Decline = { code: "do_not_honor", message: "The issuer declined the payment." }

const DECLINES: ReadonlyMap<string | null, Decline> = new Map([
  ["19", CARD_EXPIRED],
  ["20", INSUFFICIENT_FUNDS],
  ["21", INVALID_CVV],
  ["22", INVALID_CVV],
])

/** The neutral decline of NETOPIA's error code. `do_not_honor` for an unknown code and without one. */
export function declineOfCode(code: string | null): Decline {
  return DECLINES.get(code) ?? DO_NOT_HONOR
}
