import type { StoreIdentity } from "../../gateway/pages/store-identity"
import type { GatewayOptions } from "../../options"

/**
 * The members of the Agent Card that tell one store's agent from another's: the option `agent_card`, and for each absent
 * member the store's own data. A member without a true value is left out.
 */
export function cardIdentity(
  { name: store, logo_url, url }: StoreIdentity,
  { agent_card, base_url }: Pick<GatewayOptions, "agent_card" | "base_url">
) {
  const { documentation_url } = agent_card
  return {
    name: agent_card.name ?? `${store} payments`,
    description: agent_card.description ?? descriptionFor(store),
    provider: {
      organization: agent_card.organization ?? store,
      url: agent_card.organization_url ?? url ?? base_url,
    },
    ...(logo_url && { iconUrl: logo_url }),
    ...(documentation_url && { documentationUrl: documentation_url }),
  }
}

const descriptionFor = (store: string): string =>
  `Creates card payments in the store ${store}. The customer authenticates each payment at the bank (PSD2/SCA).`
