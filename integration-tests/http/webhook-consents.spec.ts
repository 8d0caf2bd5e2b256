import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { adminPost } from "../support/merchant"
import { obtainCode } from "../support/oauth-client"
import { type NewCustomer, newCustomer } from "../support/privacy"
import { Receiver } from "../support/receiver"
import { closeReceiver, freshPath, openReceiver } from "../support/webhook-clients"
import { deliverAllDue, subscribe } from "../support/webhooks"

let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => closeReceiver(receiver))

/** A purchase whose events are delivered, and its client. */
interface Purchase {
  readonly buyer: Buyer
  readonly webhook_id: string
  readonly path: string
  readonly checkout_id: string
}

async function purchase(buyer: Buyer): Promise<Purchase> {
  const path = freshPath()
  const { id: webhook_id } = await subscribe(buyer, receiver.at(path))
  const { id: checkout_id } = await buyer.buy([["MUG-SAND", 1]])
  const made = { buyer, webhook_id, path, checkout_id }
  await receiver.waitFor(path, ({ status, body }) => status === 200 && body.includes(checkout_id))
  await untilEnded(made)
  return made
}

const deliveries = ({ checkout_id }: Purchase) =>
  sql<{ state: string; last_error: string | null; attempt: number }>(
    `select d.state, d.last_error, d.attempt from gw_webhook_delivery d join gw_webhook_event e on e.id = d.event_id
      where e.session_id = $1`,
    [checkout_id]
  )

const untilEnded = (of: Purchase) =>
  eventually(async () => {
    const all = await deliveries(of)
    return all.some(({ state }) => state === "pending") ? undefined : all
  })

/** Sends the events of a purchase again, and returns how many arrive. */
async function arrivingNow(of: Purchase): Promise<number> {
  const { webhook_id, checkout_id, path } = of
  const arrived = () =>
    receiver.arrived.filter((one) => one.path === path && one.body.includes(checkout_id)).length
  const before = arrived()
  await sql(
    `update gw_webhook_delivery d set state = 'pending', next_at = now(), ended_at = null, last_error = null
       from gw_webhook_event e where e.id = d.event_id and e.session_id = $1`,
    [checkout_id]
  )
  await deliverAllDue(webhook_id)
  await untilEnded(of)
  return arrived() - before
}

/** A consent, with the minutes since it was given and revoked. Only a usable one has a token. */
interface Consent {
  readonly given: number
  readonly revoked?: number
  readonly reason?: string
  readonly is_usable?: boolean
}

/** Replaces the consents of a purchase's person to its client. */
async function haveConsents({ buyer }: Purchase, consents: readonly Consent[]): Promise<void> {
  const [grant] = await sql<{ actor_type: string; actor_id: string }>(
    "delete from gw_oauth_grant where client_id = $1 returning actor_type, actor_id",
    [buyer.client_id]
  )
  for (const { given, revoked = null, reason, is_usable } of consents) {
    const id = randomUUID()
    await sql(
      `insert into gw_oauth_grant
         (id, client_id, actor_type, actor_id, scopes, resource, created_at, revoked_at, revoked_reason)
       values ($1, $2, $3, $4, '{}', 'test', now() - make_interval(mins => $5), now() - make_interval(mins => $6), $7)`,
      [id, buyer.client_id, grant?.actor_type, grant?.actor_id, given, revoked, reason ?? null]
    )
    if (is_usable)
      await sql(
        `insert into gw_oauth_token (hash, kind, grant_id, scopes, expires_at)
         values ($1, 'refresh', $1, '{}', now() + interval '1 day')`,
        [id]
      )
  }
}

const withdrawn = (given: number, revoked: number): Consent => ({
  given,
  revoked,
  reason: "customer_revoked",
})
const erasedAt = (given: number, revoked: number): Consent => ({ given, revoked, reason: "customer_erased" })

const SENT: [string, Consent[]][] = [
  ["the only consent has expired", [{ given: 90 }]],
  ["an earlier consent is still usable", [{ given: 90, is_usable: true }, withdrawn(60, 30)]],
  ["they consented again, even if that consent has expired", [withdrawn(90, 60), { given: 30 }]],
  ["the last consent ended by their erasure", [withdrawn(90, 60), erasedAt(30, 5)]],
]

const NOT_SENT: [string, Consent[]][] = [
  ["the only consent was withdrawn", [withdrawn(90, 30)]],
  ["the last consent was withdrawn, and an earlier one has expired", [{ given: 90 }, withdrawn(60, 30)]],
  [
    "all consents were withdrawn, and they were erased later",
    [withdrawn(90, 60), withdrawn(50, 30), erasedAt(95, 5)],
  ],
]

describe.each([
  ["a customer", () => newCustomer().then((ana) => Buyer.forPerson(ana))],
  ["a guest, for whom staff consent", () => Buyer.forGuests()],
])("an event about %s", (_, newBuyer) => {
  let made: Purchase
  beforeAll(async () => {
    made = await purchase(await newBuyer())
  })

  it.each(SENT)("is sent while %s [EVT-08]", async (__, consents) => {
    await haveConsents(made, consents)
    expect(await arrivingNow(made)).toBeGreaterThan(0)
  })

  it.each(NOT_SENT)("is given up once %s [EVT-08]", async (__, consents) => {
    const attempts = (await deliveries(made)).map(({ attempt }) => attempt)
    await haveConsents(made, consents)
    expect(await arrivingNow(made)).toBe(0)
    for (const { state, last_error } of await deliveries(made))
      expect([state, last_error]).toEqual(["dead", "the consent has ended"])
    expect((await deliveries(made)).map(({ attempt }) => attempt).sort()).toEqual(attempts.sort())
    const [subscription] = await sql("select status, failures from gw_webhook_subscription where id = $1", [
      made.webhook_id,
    ])
    expect(subscription).toEqual({ status: "active", failures: 0 })
  })
})

it("is sent about a customer again once they consent again after the merchant's revocation [EVT-08]", async () => {
  const ana: NewCustomer = await newCustomer()
  const made = await purchase(await Buyer.forPerson(ana))
  const { client_id } = made.buyer
  const [grant] = await sql<{ id: string }>("select id from gw_oauth_grant where client_id = $1", [client_id])
  const revoke = `/admin/agentic-commerce/clients/${client_id}/grants/${grant?.id}/revoke`
  expect((await adminPost(revoke, { reason: "test" })).status).toBe(200)
  expect(await arrivingNow(made)).toBe(0)
  await obtainCode({ client_id }, ana, { scope: "dev.ucp.shopping.order:read" })
  expect(await arrivingNow(made)).toBeGreaterThan(0)
})
