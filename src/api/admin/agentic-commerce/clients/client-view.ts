import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { WindowUse } from "../../../../domain/rate-limit"
import type { ClientRevenue } from "../../../../modules/bank/models/client-revenue"
import type { ManagedClient } from "../../../../modules/oauth/models/managed-client"
import { bankOf, oauthOf, policyOf } from "../modules"
import { type Person, namesOf } from "../people"

/** A client for the merchant's staff. */
export interface ClientView extends ManagedClient {
  /** Its calls in the current minute, hour and day, and the limits in force: its own or the surface's. */
  readonly usage: WindowUse
  /** The number of valid consents, at most a thousand, and the people who gave the newest of them. */
  readonly consents: { readonly live: number; readonly people: readonly Person[] }
  /** The payment volume of the client, in minor units. */
  readonly money: readonly Omit<ClientRevenue, "client_id">[]
}

/** The views of clients. The number of statements does not depend on the number of clients. */
export async function viewsOf(
  req: AuthenticatedMedusaRequest<unknown>,
  clients: readonly ManagedClient[]
): Promise<ClientView[]> {
  const ids = clients.map(({ id }) => id)
  const policy = policyOf(req)
  const [usages, consents, revenue] = await Promise.all([
    policy.chosenSettings().then((settings) => policy.usages.of(clients, settings)),
    oauthOf(req).grants.liveOf(ids),
    bankOf(req).revenue.of(ids),
  ])
  const named = await namesOf(
    req.scope,
    [...consents.values()].flatMap(({ people }) => people)
  )
  return clients.map((client) => {
    const { live = 0, people = [] } = consents.get(client.id) ?? {}
    const own = revenue.filter(({ client_id }) => client_id === client.id)
    return {
      ...client,
      usage: usages.get(client.id) as WindowUse,
      consents: { live, people: people.map(named) },
      money: own.map(({ client_id: _, ...money }) => money),
    }
  })
}

/** One client as the admin shows it. */
export async function viewOf(
  req: AuthenticatedMedusaRequest<unknown>,
  client: ManagedClient
): Promise<ClientView> {
  const [view] = await viewsOf(req, [client])
  return view as ClientView
}
