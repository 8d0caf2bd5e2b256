import { randomUUID } from "node:crypto"
import { expect } from "vitest"
import type { Login } from "../../demo/shop/logins"
import type { Obstacle } from "../../src/domain/obstacle"
import { type Agent, eventually, type Task } from "./agent"
import { type Buyer, CARD } from "./buyer"
import { sql } from "./database"
import { adminPost } from "./merchant"
import { OfficialCaller, skillMessage } from "./official"
import type { Receiver } from "./receiver"
import { authenticate } from "./shopper"
import { subscribe } from "./webhooks"
import { world } from "./world"

/** A customer of the store with an account of their own and a unique name. */
export interface NewCustomer extends Login {
  readonly id: string
  readonly kind: "customer"
  /** Occurs nowhere else in the store's data. */
  readonly name: string
}

async function storePost<T>(path: string, body: object, token?: string): Promise<T> {
  const headers = {
    "content-type": "application/json",
    "x-publishable-api-key": world().shop.publishable_key,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const response = await fetch(`${world().base_url}${path}`, init)
  const content = (await response.json()) as T
  expect([path, response.status, content]).toEqual([path, 200, content])
  return content
}

/** A name that is in no other row of the store. */
export const freshName = () => `Zx${randomUUID().replaceAll("-", "").slice(0, 12)}`
export const emailOf = (name: string) => `${name.toLowerCase()}@private.example`

/** Registers a customer with an account of their own. */
export async function newCustomer(): Promise<NewCustomer> {
  const name = freshName()
  const login = { email: emailOf(name), password: "supersecret" }
  const { token } = await storePost<{ token: string }>("/auth/customer/emailpass/register", login)
  const person = { email: login.email, first_name: name, last_name: "Tester" }
  const { customer } = await storePost<{ customer: { id: string } }>("/store/customers", person, token)
  return { ...login, id: customer.id, kind: "customer", name }
}

/** The body of a checkout with the name and address of one person. */
export const bodyOf = (name: string) => ({
  buyer: { email: emailOf(name), first_name: name, last_name: "Tester", phone_number: "+4930123456" },
  fulfillment: {
    methods: [
      {
        type: "shipping",
        destinations: [
          {
            id: "dest_1",
            street_address: `${name}str. 1`,
            address_locality: "Berlin",
            postal_code: "10969",
            address_country: "DE",
            first_name: name,
            last_name: "Tester",
          },
        ],
        selected_destination_id: "dest_1",
      },
    ],
  },
})

/** Every row of the plugin's tables that contains a name, in any case: the name of its table, and the row as text. */
export async function rowsNaming(name: string): Promise<string[]> {
  const tables = await sql<{ table: string }>(
    `select tablename as table from pg_tables where schemaname = 'public' and tablename like 'gw\\_%' order by 1`
  )
  expect(tables.length).toBeGreaterThan(25)
  const found = tables.map(async ({ table }) => {
    const rows = await sql<{ text: string }>(
      `select to_jsonb(t)::text as text from "${table}" t where position(lower($1) in lower(to_jsonb(t)::text)) > 0`,
      [name]
    )
    return rows.map(({ text }) => `${table} ${text}`)
  })
  return (await Promise.all(found)).flat()
}

const PATH = "/admin/agentic-commerce/customers"

/** The data about one person, as the export for staff returns it. */
export interface CustomerData {
  readonly customer: { readonly id: string | null; readonly email: string | null }
  readonly consents: { readonly client_id: string; readonly revoked_at: string | null }[]
  readonly cards: Record<string, unknown>[]
  readonly payments: Record<string, unknown>[]
  readonly sessions: { readonly id: string }[]
  readonly tasks: { readonly id: string }[]
  readonly webhook_events: { readonly type: string; readonly body: string | null }[]
  readonly audit: { readonly type: string }[]
  readonly erasures: { readonly id: string; readonly done_at: string | null }[]
}

const EMPTY = {
  consents: [],
  cards: [],
  payments: [],
  sessions: [],
  tasks: [],
  webhook_events: [],
  audit: [],
}

/** The export of an erased person: only the record of the erasure. */
export const erased = (id: string) => ({ ...EMPTY, erasures: [expect.objectContaining({ id }) as object] })

/** Calls the export for a person: by customer id, or by e-mail address. */
export const handOut = (who: { id: string } | { email: string }) =>
  "id" in who ? adminPost(`${PATH}/${who.id}/export`) : adminPost(`${PATH}/export`, { email: who.email })

export async function exported(who: { id: string } | { email: string }): Promise<CustomerData> {
  const response = await handOut(who)
  const exportedData = (await response.json()) as CustomerData
  expect([response.status, exportedData]).toEqual([200, exportedData])
  return exportedData
}

/** Calls the erasure of a person: by customer id, or by e-mail address. */
export const erase = (who: { id: string } | { email: string }, reason = "requested it") =>
  "id" in who
    ? adminPost(`${PATH}/${who.id}/erase`, { reason })
    : adminPost(`${PATH}/erase`, { email: who.email, reason })

export interface Erasure {
  readonly id: string
  readonly done_at: string | null
  readonly obstacle: Obstacle | null
  readonly counts: Record<string, number> | null
}

/** The erasure in a response with status 200. */
export async function erasureIn(answer: Promise<Response>): Promise<Erasure> {
  const response = await answer
  const body = (await response.json()) as { erasure: Erasure }
  expect([response.status, body]).toEqual([200, body])
  return body.erasure
}

/** The message and the obstacle in a response that refuses an erasure with status 400. */
export async function refusalIn(answer: Promise<Response>): Promise<{ message: string; obstacle: Obstacle }> {
  const response = await answer
  const body = (await response.json()) as { message: string; obstacle: Obstacle }
  expect([response.status, body]).toEqual([400, body])
  return body
}

/**
 * Buys two mugs by UCP with a saved card, and waits for the webhooks of the order. Returns the ids of checkout,
 * order and webhook, and the request.
 */
export async function boughtWithCard(buyer: Buyer, receiver: Receiver, name: string) {
  const path = `/private/${buyer.client_id}`
  const { id: webhook_id } = await subscribe(buyer, receiver.at(path))
  const { id } = await buyer.ready([["MUG-SAND", 2]], bodyOf(name))
  const body = { payment: { instruments: [{ ...CARD, save_card: true }] } }
  const headers = { "idempotency-key": randomUUID() }
  const { continue_url } = await buyer.checkout(
    buyer.send(`/checkout-sessions/${id}/complete`, { body, headers })
  )
  await authenticate(String(continue_url))
  const { order } = await buyer.becomes(id, "completed")
  for (const type of ["order.paid", "checkout.completed"])
    await eventually(async () => receiver.arrived.find((one) => one.path === path && one.body.includes(type)))
  return { checkout_id: id, order_number: String(order?.id), webhook_id, headers, body }
}

/** Creates and approves a payment by A2A whose description and customer fields name the person. */
export async function paidByAgent(agent: Agent, name: string): Promise<Task> {
  const customer = { email: emailOf(name), name }
  const input = { amount: 1500, currency: "EUR", description: `For ${name}`, customer }
  const caller = new OfficialCaller(agent, "1.0")
  const { id } = await caller.send(skillMessage("1.0", "create_payment", input))
  await authenticate((await agent.getTask(id)).artifacts.sca_redirect_url)
  return agent.settled(id)
}
