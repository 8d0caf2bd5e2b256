import { type CardCharges, CARD_CHARGES } from "../../../domain/card-mandate"
import type { Client } from "../../../modules/oauth/models/client"
import { chargesSavedCards } from "../../../workflows/checkout/saved-cards"
import type { Call } from "../../../gateway/call"
import { CardChargesDetails } from "../../../gateway/card-charges"
import { oauthProblem } from "../oauth-errors"
import { valueOf } from "../parameters"

/** The scope with which a client saves cards and charges them. */
const CHARGING_SCOPE = "dev.ucp.shopping.checkout:manage"

/** Whether a consent to these scopes lets the client charge the customer's saved cards without them. */
export function chargesCards({ flavor }: Client, scopes: readonly string[], call: Call): boolean {
  return flavor === "ucp" && scopes.includes(CHARGING_SCOPE) && chargesSavedCards(call)
}

interface Asked {
  readonly parameters: URLSearchParams
  readonly client: Client
  readonly call: Call
}

/** The requested authorization details (RFC 9396); null without the parameter. Throws `invalid_authorization_details`. */
export function requestedDetails(
  { parameters, client, call }: Asked,
  scopes: readonly string[]
): readonly CardCharges[] | null {
  const text = valueOf(parameters, "authorization_details")
  if (text === undefined) return null
  if (!chargesCards(client, scopes, call))
    throw refused(`${CARD_CHARGES} needs the scope ${CHARGING_SCOPE}, and a store that charges saved cards.`)
  const { data, error } = CardChargesDetails.safeParse(jsonIn(text))
  if (data) return data
  const { path, message } = error.issues[0] ?? { path: [], message: "" }
  throw refused([path.join("."), message].filter(Boolean).join(": "))
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused("It must be a JSON array.")
  }
}

const refused = (why: string) =>
  oauthProblem("invalid_authorization_details", `authorization_details is not valid. ${why}`)
