import { z } from "@medusajs/framework/zod"
import { SCOPES, scopesOf } from "../../domain/scopes"
import { policyOf } from "../../gateway/admission"
import type { Call } from "../../gateway/call"
import { document, tagOf } from "../../gateway/document"
import { operation } from "../../gateway/operation"
import { type StoreIdentity, storeIdentity } from "../../gateway/pages/store-identity"
import { json } from "../../gateway/reply"
import { cardIdentity } from "./card-identity"
import { pushKeysIn } from "./dialects/push/push-keys"
import { signed } from "./dialects/card-signature"
import { namedVersion } from "./dialects/a2a-version"
import { legacyCard } from "./legacy-card"
import type { AnySkill } from "./skill"
import { skillInputs } from "./skill-inputs"
import { offeredSkills, skillsFor } from "./skills"

/**
 * The name of this surface's own JSON-RPC dialect. The Agent Card accepts any URI as a binding, and a client of
 * another dialect must not mistake this one for its own.
 */
export const BINDING = "urn:gw-a2a:v1"

/** The version of the agent that the card describes. It increases when the skills change, not with the package. */
const CARD_VERSION = "1.0.0"

/** The Agent Card in the format of A2A 1.0 (section 4.4.1) with these skills, built from configuration and store. */
function agentCard(call: Call, skills: readonly AnySkill[], store: StoreIdentity) {
  const { base_url } = call
  return {
    ...cardIdentity(store, policyOf(call).options),
    version: CARD_VERSION,
    supportedInterfaces: interfacesOf(call),
    capabilities: capabilitiesOf(call, skills),
    securitySchemes: { oauth2: { oauth2SecurityScheme: oauthScheme(base_url) } },
    securityRequirements: [{ schemes: { oauth2: { list: [] } } }],
    defaultInputModes: INPUT_MODES,
    defaultOutputModes: ["application/json"],
    skills: skills.map(skillEntry),
  }
}

/** Where and in which protocols the agent is reached; the preferred one is first. */
export function interfacesOf({ base_url }: Call) {
  const url = `${base_url}/gw-a2a/v1/rpc`
  const rest = `${base_url}/gw-a2a/v1/rest`
  return [
    { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
    { url: rest, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    { url, protocolBinding: BINDING, protocolVersion: "1.0" },
  ]
}

/** What the agent supports beside requests and responses. */
export function capabilitiesOf(call: Call, skills: readonly AnySkill[]) {
  const pushNotifications = pushKeysIn(policyOf(call).options) !== undefined
  return { streaming: true, pushNotifications, extendedAgentCard: true, extensions: [skillInputs(skills)] }
}

function oauthScheme(base_url: string) {
  const oauth = `${base_url}/gw-ucp/oauth/v1`
  return {
    oauth2MetadataUrl: `${base_url}/.well-known/oauth-authorization-server`,
    flows: {
      authorizationCode: {
        authorizationUrl: `${oauth}/authorize`,
        tokenUrl: `${oauth}/token`,
        refreshUrl: `${oauth}/token`,
        pkceRequired: true,
        scopes: Object.fromEntries(scopesOf("a2a").map((scope) => [scope, SCOPES[scope]])),
      },
    },
  }
}

/** A skill is called by a data part, or by a text part that contains the same JSON. */
const INPUT_MODES = ["application/json", "text/plain"]

function skillEntry({ id, name, description, tags, example, access }: AnySkill) {
  return {
    id,
    name,
    description,
    tags: [...tags],
    examples: [JSON.stringify({ skill_id: id, input: example })],
    inputModes: INPUT_MODES,
    outputModes: ["application/json"],
    securityRequirements: [{ schemes: { oauth2: { list: [access] } } }],
  }
}

export type AgentCard = ReturnType<typeof agentCard>

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
