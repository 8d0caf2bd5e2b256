import { SCOPES, scopesOf } from "../../domain/scopes"
import { policyOf } from "../../gateway/admission"
import type { Call } from "../../gateway/call"
import type { StoreIdentity } from "../../gateway/pages/store-identity"
import { cardIdentity } from "./card-identity"
import { pushKeysIn } from "./dialects/push/push-keys"
import type { AnySkill } from "./skill"
import { skillInputs } from "./skill-inputs"

/**
 * The name of this surface's own JSON-RPC dialect. The Agent Card accepts any URI as a binding, and a client of
 * another dialect must not mistake this one for its own.
 */
export const BINDING = "urn:gw-a2a:v1"

/** The version of the agent that the card describes. It increases when the skills change, not with the package. */
const CARD_VERSION = "1.0.0"

/** The Agent Card in the format of A2A 1.0 (section 4.4.1) with these skills, built from configuration and store. */
export function agentCard(call: Call, skills: readonly AnySkill[], store: StoreIdentity) {
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

/** The content of an Agent Card. */
export type AgentCard = ReturnType<typeof agentCard>
