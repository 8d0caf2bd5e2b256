import { z } from "@medusajs/framework/zod"
import { SCOPES, scopesOf } from "../../domain/scopes"
import { callerOf } from "../call"
import { document } from "../document"
import { operation } from "../operation"
import type { AnySkill } from "./skill"
import { SKILLS, skillsFor } from "./skills"

/**
 * The name of this surface's own JSON-RPC dialect. The Agent Card's bindings are open to any URI, and a client that
 * speaks another dialect must not take ours for its own.
 */
export const BINDING = "urn:gw-a2a:v1"

/** The version of what the card describes; it rises with the skills, not with the package. */
const CARD_VERSION = "1.0.0"

/** An Agent Card (A2A 1.0 shape) with these skills, built from configuration. */
export function agentCard(base_url: string, skills: readonly AnySkill[]) {
  return {
    name: "Store payments",
    description:
      "Creates card payments in this store. The shopper proves each payment to the bank (PSD2/SCA).",
    version: CARD_VERSION,
    supportedInterfaces: [
      { url: `${base_url}/gw-a2a/v1/rpc`, protocolBinding: BINDING, protocolVersion: "1.0" },
    ],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
    securitySchemes: { oauth2: { oauth2SecurityScheme: oauthScheme(base_url) } },
    securityRequirements: [{ schemes: { oauth2: { list: [] } } }],
    defaultInputModes: ["application/json"],
    defaultOutputModes: ["application/json"],
    skills: skills.map(skillEntry),
  }
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

function skillEntry({ id, name, description, tags, example, access }: AnySkill) {
  return {
    id,
    name,
    description,
    tags: [...tags],
    examples: [JSON.stringify({ skill_id: id, input: example })],
    inputModes: ["application/json"],
    outputModes: ["application/json"],
    securityRequirements: [{ schemes: { oauth2: { list: [access] } } }],
  }
}

/** The document at `/.well-known/agent-card.json` (spec: Limits). */
export const publicAgentCard = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) => document(agentCard(call.base_url, SKILLS), call),
})

/** The same card for the holder of a token (A2A 1.0: the extended card): its skills are those the token may invoke. */
export const extendedAgentCard = operation({
  access: "any_token",
  input: z.unknown(),
  async run(_, call) {
    return agentCard(call.base_url, skillsFor(callerOf(call).scopes))
  },
})
