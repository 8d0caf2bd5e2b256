import { type Flavor, FLAVORS, scopesOf } from "../../src/domain/scopes"
import { expectJson } from "../agent/answers"
import { type AgentClient, type AgentTokens, authorize, register } from "../agent/authorize"
import { talkThrough } from "../agent/talk"
import { ADMIN, CUSTOMER, type Login } from "../shop/logins"
import { post } from "../surfaces"
import type { Fixtures } from "./read-fixtures"

/** The surfaces at which customers consent. At A2A only staff do. */
export const CUSTOMER_FLAVORS = ["ucp", "acp", "app"] as const satisfies Flavor[]
export type CustomerFlavor = (typeof CUSTOMER_FLAVORS)[number]

/** The surfaces with a sandbox credential. The customer app has nothing for a token that acts for no person. */
export const SANDBOX_FLAVORS = ["a2a", "ucp", "acp"] as const satisfies Flavor[]

/** A customer and their tokens for each surface. */
export interface ConsentedCustomer {
  login: Login
  tokens: Record<CustomerFlavor, AgentTokens>
}

/** The credentials that suites need. */
export interface Credentials {
  /** The bearer token of each surface that acts for no person and has every scope. */
  sandbox: Record<(typeof SANDBOX_FLAVORS)[number], string>
  /** One client of each surface, with every scope of it. */
  clients: Record<Flavor, AgentClient>
  /** The tokens to which the demo's administrator consented, at A2A. */
  staff: AgentTokens
  customers: ConsentedCustomer[]
}

/** The customers who consent: the named ones, otherwise those of the fixtures, otherwise the demo's own. */
export function consentingCustomers(
  named: readonly string[],
  fixtures?: Pick<Fixtures, "customers">
): readonly string[] {
  const emails = named.length ? named : (fixtures?.customers.map(({ email }) => email) ?? [])
  return emails.length ? emails : [CUSTOMER.email]
}

/**
 * Creates the credentials: a sandbox credential and an approved client for each surface, and the consents of the
 * administrator and of these customers, each given in the real pages.
 */
export async function issueCredentials(
  base_url: string,
  staff: Record<string, string>,
  emails: readonly string[]
): Promise<Credentials> {
  const talk = talkThrough(() => undefined)
  const metadata = await talk("GET", `${base_url}/.well-known/oauth-authorization-server`)
  const server = expectJson(metadata, 200, "The authorization server's metadata")
  const admin = `${base_url}/admin/agentic-commerce`
  const consentTo = (flavor: Flavor, client: AgentClient, person: Login) =>
    authorize(server, client, person, talk, kindOf(flavor))

  const clients = await eachFlavor(FLAVORS, async (flavor) => {
    const client = await register(server, talk, kindOf(flavor))
    await post(`${admin}/clients/${client.client_id}/approve`, {}, staff)
    return client
  })
  const sandbox = await eachFlavor(
    SANDBOX_FLAVORS,
    async (flavor) => (await post<{ token: string }>(`${admin}/sandbox`, { flavor }, staff)).token
  )
  const customers: ConsentedCustomer[] = []
  for (const email of emails) {
    const login = { email, password: CUSTOMER.password }
    const tokens = await eachFlavor(CUSTOMER_FLAVORS, (flavor) => consentTo(flavor, clients[flavor], login))
    customers.push({ login, tokens })
  }
  return { sandbox, clients, staff: await consentTo("a2a", clients.a2a, ADMIN), customers }
}

const kindOf = (flavor: Flavor) => ({
  client_name: "Conformance suite",
  client_type: `${flavor}_suite`,
  scopes: scopesOf(flavor),
})

/** One value per surface, made one after another. */
async function eachFlavor<Key extends Flavor, Value>(
  flavors: readonly Key[],
  make: (flavor: Key) => Promise<Value>
): Promise<Record<Key, Value>> {
  const values: Partial<Record<Key, Value>> = {}
  for (const flavor of flavors) values[flavor] = await make(flavor)
  return values as Record<Key, Value>
}
