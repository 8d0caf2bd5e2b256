import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { ANA, Buyer, basketOf } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog, variant } from "../support/catalog"
import { sql } from "../support/database"
import { eventuallyRunning, runJob } from "../support/jobs"
import { authenticate } from "../support/shopper"

let catalog: CatalogReader
let buyer: Buyer
let item: string

beforeAll(async () => {
  catalog = await openCatalog()
  buyer = await Buyer.forGuests()
  const { variants } = await catalog.listed({ title: "Hourglass", variants: [variant(20)] })
  item = String(variants[0]?.id)
})
afterAll(closeCatalog)

it("an abandoned checkout and its idempotency key are deleted after seven days and not before", async () => {
  const create = async (key: string) => {
    const sent = { body: { ...basketOf([[item, 1]]), buyer: ANA }, headers: { "idempotency-key": key } }
    return (await buyer.checkout(buyer.send(buyer.checkouts, sent), 201)).id
  }
  const [old_key, young_key] = [randomUUID(), randomUUID()]
  const [old, young] = [await create(old_key), await create(young_key)]
  const age = async (id: string, key: string, days: number) => {
    await sql("update gw_session set expires_at = now() - make_interval(days => $2) where id = $1", [
      id,
      days,
    ])
    await sql("update gw_idempotency set created_at = now() - make_interval(days => $2) where key = $1", [
      key,
      days,
    ])
  }
  await age(old, old_key, 8)
  await age(young, young_key, 6)
  await runJob("purge-tasks")
  const statuses = [old, young].map(async (id) => (await buyer.get(`${buyer.checkouts}/${id}`)).status)
  expect(await Promise.all(statuses)).toEqual([404, 200])
  expect([await create(young_key), (await create(old_key)) === old]).toEqual([young, false])
})

it("a completed checkout is kept", async () => {
  const { id } = await buyer.buy([[item, 1]])
  await sql("update gw_session set expires_at = now() - interval '400 days' where id = $1", [id])
  await runJob("purge-tasks")
  expect((await buyer.read(id)).status).toBe("completed")
})

it.each(["requires_action", "manual_review"])(
  "a checkout with the payment status %s is kept",
  async (status) => {
    const { id, continue_url } = await buyer.escalated([[item, 1]])
    const payment = "(select payment_id from gw_session where id = $1)"
    await sql("update gw_session set expires_at = now() - interval '400 days' where id = $1", [id])
    await sql(`update gw_payment set status = $2 where id = ${payment}`, [id, status])
    await runJob("purge-tasks")
    expect((await buyer.get(`${buyer.checkouts}/${id}`)).status).toBe(200)
    await sql(`update gw_payment set status = 'requires_action' where id = ${payment}`, [id])
    await authenticate(String(continue_url), "decline")
    await eventuallyRunning("purge-tasks", async () =>
      (await buyer.get(`${buyer.checkouts}/${id}`)).status === 404 ? true : undefined
    )
  }
)

it("a checkout whose cart is in the storefront is kept while its payment may still be found [ROUTE-11]", async () => {
  const { id } = await buyer.ready([[item, 1]])
  await sql(
    `insert into gw_storefront_hand_off
       (session_id, cart_id, provider_id, country, nonce, token_hash, expires_at, adopted_at, next_check_at)
     select id, cart_id, 'pp_stripe_stripe', 'de', 'n', $2, now(), now(), now() + interval '1 hour'
       from gw_session where id = $1`,
    [id, randomUUID()]
  )
  await sql("update gw_session set expires_at = now() - interval '400 days' where id = $1", [id])
  await runJob("purge-tasks")
  expect((await buyer.get(`${buyer.checkouts}/${id}`)).status).toBe(200)
  await sql("update gw_storefront_hand_off set next_check_at = null where session_id = $1", [id])
  await runJob("purge-tasks")
  expect((await buyer.get(`${buyer.checkouts}/${id}`)).status).toBe(404)
})
