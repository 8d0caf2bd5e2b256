import { z } from "@medusajs/framework/zod"
import type { Call } from "../../gateway/call"
import { document, tagOf } from "../../gateway/document"
import { operation } from "../../gateway/operation"
import { type StoreIdentity, storeIdentity } from "../../gateway/pages/store-identity"
import { json } from "../../gateway/reply"
import { agentCard, type AgentCard } from "./card-content"
import { signed } from "./dialects/card-signature"
import { namedVersion } from "./dialects/a2a-version"
import { legacyCard } from "./legacy-card"
import { offeredSkills, skillsFor } from "./skills"

/** The card in the format of 1.0 for callers that name this version, and of 0.3 for all others. */
async function shapeFor(card: AgentCard, call: Call): Promise<Shown> {
  return namedVersion(call) === "1.0" ? signed(card, call) : legacyCard(card)
}

type Shown = object & { readonly signatures?: unknown }

/**
 * The ETag of a card. Every instance makes its own signatures, so a signed card has a weak tag of its unsigned
 * content.
 */
function cardTag({ signatures, ...card }: Shown): string {
  return signatures === undefined ? tagOf(card) : `W/${tagOf(card)}`
}

const STARTED_AT = new Date()

/**
 * The card's `Last-Modified` (A2A 1.0 section 8.6.1): a restart, with other options or code, can change the card, and a
 * change of the store's data.
 */
function modifiedAt({ updated_at = STARTED_AT }: StoreIdentity): string {
  return (updated_at > STARTED_AT ? updated_at : STARTED_AT).toUTCString()
}

/** The document at `/.well-known/agent-card.json` (spec: Limits). */
export const publicAgentCard = operation({
  access: "discovery",
  input: z.unknown(),
  async run(_, call) {
    const store = await storeIdentity(call)
    const card = await shapeFor(agentCard(call, offeredSkills(call), store), call)
    return document(card, call, { Vary: "A2A-Version", "Last-Modified": modifiedAt(store) }, cardTag(card))
  },
})

/** The same card for a token's holder (A2A 1.0: the extended card), with only the skills that the token may invoke. */
export const extendedAgentCard = operation({
  access: "any_token",
  input: z.unknown(),
  async run(_, call) {
    const headers = { Vary: "Authorization, A2A-Version, Origin" }
    return json(await shapeFor(await extendedCard(call), call), 200, headers)
  },
})

/** The extended card in the format of 1.0. */
export const extendedCard = async (call: Call): Promise<AgentCard> =>
  agentCard(call, skillsFor(call), await storeIdentity(call))
