import type { AgentCard } from "./card-content"

/**
 * The same card in the format of A2A 0.3 (section 5.5), with the interfaces of 1.0 as well, so that clients of both
 * versions can use it. Members that 0.3 does not define are left out.
 */
export function legacyCard(card: AgentCard) {
  const { supportedInterfaces, capabilities, securitySchemes, securityRequirements, skills, ...same } = card
  const { oauth2SecurityScheme } = securitySchemes.oauth2
  const { pkceRequired: _, ...flow } = oauth2SecurityScheme.flows.authorizationCode
  return {
    protocolVersion: "0.3.0",
    ...same,
    url: supportedInterfaces[0]?.url,
    preferredTransport: "JSONRPC",
    supportedInterfaces,
    capabilities,
    supportsAuthenticatedExtendedCard: capabilities.extendedAgentCard,
    securitySchemes: {
      oauth2: { type: "oauth2", ...oauth2SecurityScheme, flows: { authorizationCode: flow } },
    },
    security: securityRequirements.map(scopesByScheme),
    skills: skills.map(({ securityRequirements: needed, ...skill }) => ({
      ...skill,
      security: needed.map(scopesByScheme),
    })),
  }
}

interface Requirement {
  readonly schemes: { readonly oauth2: { readonly list: readonly string[] } }
}

const scopesByScheme = ({ schemes }: Requirement) => ({ oauth2: schemes.oauth2.list })
