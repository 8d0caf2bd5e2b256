import { type CardCharges, lowered, type LowerLimits, offeredMandate } from "../../../domain/card-mandate"
import { markets } from "../../../queries/catalog/markets"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { raisedProblem } from "../../../gateway/card-charges"
import { describe, oauthProblem } from "../oauth-errors"
import { chargesCards } from "../authorize/card-charges"
import type { Interaction } from "./interaction"
import type { Person } from "./person"

/**
 * The mandates for saved cards that a consent page offers: the requested ones, otherwise the merchant's defaults in the
 * currencies of the store. Null when the consent is not about charges of saved cards: another surface, no scope for
 * them, or a member of the staff, who has no cards here.
 */
export async function offeredMandates(
  { request, client }: Interaction,
  { type }: Person,
  call: Call,
  scopes: readonly string[] = request.scopes
): Promise<readonly CardCharges[] | null> {
  if (type !== "customer" || !chargesCards(client, scopes, call)) return null
  if (request.authorization_details) return request.authorization_details
  const { card_mandate } = await policyOf(call).settings()
  const currencies = new Set((await markets(call.container)).map(({ currency }) => currency))
  const offered = [...currencies].map((currency) => offeredMandate(card_mandate, currency, new Date()))
  const mandates = offered.filter((mandate) => mandate !== undefined)
  return mandates.length ? mandates : null
}

/** The offered mandates, lowered. Throws `invalid_authorization_details` for a limit above the offered one. */
export function agreedMandates(
  offered: readonly CardCharges[] | null,
  changes: readonly LowerLimits[] = []
): readonly CardCharges[] | null {
  const { mandates, raised } = lowered(offered ?? [], changes)
  if (raised.length) throw oauthProblem("invalid_authorization_details", describe(raisedProblem(raised)))
  return offered && mandates
}
