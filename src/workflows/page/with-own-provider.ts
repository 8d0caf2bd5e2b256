import { asValue } from "@medusajs/framework/awilix"
import type { MedusaContainer, RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import { PAYMENT_PROVIDER_ID } from "../../domain/payment-route"

/**
 * A container for workflows of Medusa that complete a cart with the plugin's payment provider, also in a region that does not
 * offer it: the order of a checkout on the store's page waits with a session of this provider until its own session replaces
 * it. If a region offered the provider, storefronts would show it to customers.
 */
export function withOwnProvider(container: MedusaContainer): MedusaContainer {
  const scope = createMedusaContainer({}, container)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  scope.register(ContainerRegistrationKeys.QUERY, asValue(offeringOwn(query)))
  return scope
}

interface Region {
  readonly payment_providers?: readonly { readonly id: string }[]
}

type Query = Omit<RemoteQueryFunction, symbol>

/** Adds the plugin's provider to the providers of regions, as Medusa reads them to check the sessions of a cart. */
function offeringOwn(query: Query): Query {
  const graph: Query["graph"] = async (asked, options) => {
    const found = await query.graph(asked, options)
    if (asked.entity !== "region" || String(asked.fields) !== "payment_providers.id") return found
    const data = (found.data as Region[]).map(({ payment_providers = [], ...region }) => ({
      ...region,
      payment_providers: [...payment_providers, { id: PAYMENT_PROVIDER_ID }],
    }))
    return { ...found, data } as unknown as typeof found
  }
  return new Proxy(query, {
    get: (target, name) => (name === "graph" ? graph : (Reflect.get(target, name) as unknown)),
  })
}
