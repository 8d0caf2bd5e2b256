import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CHECKOUT_STEPS, type Step } from "../../src/lib/failpoints"
import { eventually } from "../support/agent"
import { performEffects } from "../support/bank-ledger"
import { ANA, Buyer, CARD, basketOf, delivery } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { forEachStep, inCrashingWorld, recovered } from "../support/crash"
import { sql } from "../support/database"
import { eventuallyRunning } from "../support/jobs"
import { strayReservations } from "../support/ordered-once"
import { attemptsOf, expectBoughtOnce, limited, ordersOf } from "../support/purchases"
import { authenticate } from "../support/shopper"
import type { UcpAnswer } from "../support/ucp"

/** At the first step the store kills itself, together with the calls frozen at the other steps. */
const [KILLED, ...OTHER_STEPS] = CHECKOUT_STEPS

const CHARGE_STEPS = ["order_placed", "bank_answered"] as const satisfies readonly Step[]

/** Medusa writes the first two at the same time, so two kills are needed. */
const TABLES = ["order_cart", "reservation_item", "payment_collection", "cart_payment_collection"] as const

/** A checkout whose completion is interrupted. */
interface CutShort {
  readonly id: string
  complete(): Promise<UcpAnswer>
}

/**
 * The store crashes while a checkout is completed. The checkout must be bought once, whichever requests are
 * repeated.
 */
describe("a store that stops in the middle of", () => {
  const crash = inCrashingWorld()
  let buyer: Buyer
  let item: string
  let items: string[]
  let sessionsBefore: number
  let begun: UcpAnswer
  let completed: Record<(typeof CHECKOUT_STEPS)[number] | (typeof TABLES)[number], CutShort>
  let charged: Record<(typeof CHARGE_STEPS)[number], CutShort>
  /** A checkout whose order Medusa has canceled, but whose stock is still reserved. */
  let canceled: string
  /** The answers to the same requests after the restart. */
  const again = new Map<CutShort, UcpAnswer>()

  beforeAll(async () => {
    const catalog = await openCatalog()
    buyer = await Buyer.forCustomer()
    const count = CHECKOUT_STEPS.length + TABLES.length + CHARGE_STEPS.length + 1
    items = await Promise.all(Array.from({ length: count }, () => limited(catalog, 100)))
    item = String(items[0])
    const token = await savedCard()
    completed = await forEachStep([...CHECKOUT_STEPS, ...TABLES], async (step) => {
      const { id } = await nextCheckout()
      return { id, complete: () => buyer.complete(id, { "idempotency-key": `complete-${step}` }) }
    })
    charged = await forEachStep(CHARGE_STEPS, async (step) => {
      const { id } = await nextCheckout()
      const headers = { "idempotency-key": `charge-${step}` }
      const instrument = { ...CARD, credential: { type: "card_token", token } }
      const body = { payment: { instruments: [instrument] } }
      return { id, complete: () => buyer.send(`${buyer.checkouts}/${id}/complete`, { body, headers }) }
    })
    canceled = (await nextCheckout()).id
    await buyer.checkout(buyer.complete(canceled))
  })
  afterAll(closeCatalog)

  /**
   * Locks the table that a completion writes last before the others, so that each completion stops at its own
   * table.
   */
  beforeAll(async () => {
    const { reservation_item, cart_payment_collection, payment_collection } = completed
    await crash.stopWriting("reservation_item", reservation_item.complete)
    await crash.stopWriting("cart_payment_collection", cart_payment_collection.complete)
    await crash.stopWriting("payment_collection", payment_collection.complete)
    sessionsBefore = await sessionsOf(buyer)
    await crash.stopWriting("gw_session", begin)
    await crash.kill()
    begun = await begin()
    await completeAgain(reservation_item, cart_payment_collection, payment_collection)
  })

  beforeAll(async () => {
    for (const step of OTHER_STEPS) await crash.freezeAt(step, completed[step].complete)
    for (const step of CHARGE_STEPS) await crash.freezeAt(step, charged[step].complete)
    await crash.freezeAt("order_canceled", () => buyer.cancel(canceled))
    await reserveAgain(canceled)
    await crash.stopWriting("order_cart", completed.order_cart.complete)
    await crash.crashAt(KILLED, completed[KILLED].complete)
    const frozen = CHECKOUT_STEPS.map((step) => completed[step])
    await completeAgain(...frozen, completed.order_cart, ...Object.values(charged))
    for (const { id } of again.keys()) await grownOld(id)
    await recovered(await attemptIds([...again.keys()]))
  })

  it.each(CHECKOUT_STEPS)("completing a checkout, after %s, sells it once", async (step) => {
    const checkout = completed[step]
    expect(again.get(checkout)?.status).toBe(200)
    await expectPlayedToItsEnd(checkout.id)
    expect((await checkout.complete()).body).toEqual(again.get(checkout)?.body)
  })

  it.each(TABLES)("completing a checkout, while Medusa writes %s, sells it once", async (table) => {
    const checkout = completed[table]
    expect(again.get(checkout)?.status).toBe(200)
    await expectPlayedToItsEnd(checkout.id)
  })

  it.each(CHARGE_STEPS)(
    "charging a saved card for a checkout, after %s, charges it once and returns the same answer for the same key [UCP-28]",
    async (step) => {
      const { id, complete } = charged[step]
      const answered = await buyer.checkout(Promise.resolve(again.get(charged[step]) as UcpAnswer))
      expect(["complete_in_progress", "completed"]).toContain(answered.status)
      const { order } = await buyer.becomes(id, "completed")
      expect(await attemptsOf(id)).toHaveLength(1)
      await expectBoughtOnce(id, String(order?.id), 1)
      expect(await buyer.checkout(complete())).toEqual(answered)
    }
  )

  it("canceling the order of a failed payment frees its stock, and the merchant has nothing to review [RSV-02]", async () => {
    await eventuallyRunning("settle-leftovers", async () => {
      const [order] = await ordersOf(canceled)
      return order?.reserved === 0 || undefined
    })
    expect(await ordersOf(canceled)).toMatchObject([{ status: "canceled", reserved: 0 }])
    const [attempt] = await attemptsOf(canceled)
    await performEffects(String(attempt?.id))
    expect(await sql("select reason from gw_review where payment_id = $1", [attempt?.id])).toEqual([])
    expect(await collectionsOf(Number(attempt?.shop_order_id))).toEqual([{ status: "canceled" }])
    expect(await strayReservations()).toEqual([])
  })

  it("creating a checkout creates it once per idempotency key", async () => {
    const first = await buyer.checkout(Promise.resolve(begun), 201)
    expect(await buyer.checkout(begin(), 201)).toEqual(first)
    expect(await sessionsOf(buyer)).toBe(sessionsBefore + 1)
  })

  /**
   * A checkout of an item that no other checkout buys: Medusa does not place two orders of one item at the same
   * time.
   */
  const nextCheckout = () => buyer.ready([[String(items.shift()), 1]])

  /** Sends all requests at the same time as soon as the store is running again. */
  async function completeAgain(...checkouts: CutShort[]): Promise<void> {
    const send = async (checkout: CutShort) => again.set(checkout, await checkout.complete())
    await Promise.all(checkouts.map(send))
  }

  function begin(): Promise<UcpAnswer> {
    const body = { ...basketOf([[item, 1]]), buyer: ANA, ...delivery() }
    return buyer.send(buyer.checkouts, { body, headers: { "idempotency-key": "create" } })
  }

  /** The buyer's saved card, which an earlier purchase saved. */
  async function savedCard(): Promise<string> {
    const { id, payment } = await buyer.ready([[item, 1]])
    const known = payment?.instruments.find(({ display }) => display)
    if (known) return known.id
    const body = { payment: { instruments: [{ ...CARD, save_card: true }] } }
    const opened = await buyer.checkout(buyer.send(`${buyer.checkouts}/${id}/complete`, { body }))
    await authenticate(String(opened.continue_url))
    await buyer.becomes(id, "completed")
    return savedCard()
  }

  /**
   * Waits until the interrupted attempt is ended or opened. Then the customer pays, with a new attempt if there
   * is no page.
   */
  async function expectPlayedToItsEnd(id: string): Promise<void> {
    const { status } = await eventually(async () => {
      const now = await buyer.read(id)
      return now.status === "complete_in_progress" ? undefined : now
    })
    const open =
      status === "ready_for_complete" ? await buyer.checkout(buyer.complete(id)) : await buyer.read(id)
    expect(open.status).toBe("requires_escalation")
    await authenticate(String(open.continue_url))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  }

  /** Makes the attempts old enough to count as interrupted and to be polled now. */
  async function grownOld(id: string): Promise<void> {
    for (const attempt of await attemptsOf(id)) {
      await sql(
        `update gw_payment set created_at = created_at - interval '10 minutes' where id = $1 and provisioned_at is null`,
        [attempt.id]
      )
      await sql("update gw_payment set next_check_at = now() where id = $1 and next_check_at is not null", [
        attempt.id,
      ])
    }
  }
})

async function sessionsOf({ client_id }: Buyer): Promise<number> {
  return (await sql("select 1 from gw_session where client_id = $1", [client_id])).length
}

async function attemptIds(checkouts: readonly CutShort[]): Promise<string[]> {
  const attempts = await Promise.all(checkouts.map(({ id }) => attemptsOf(id)))
  return attempts.flat().map(({ id }) => id)
}

/** Reserves the stock of a checkout's canceled order again and reopens its payments, as if Medusa had not done that yet. */
async function reserveAgain(session_id: string): Promise<void> {
  const [attempt] = await attemptsOf(session_id)
  const lines = `(select i.item_id from order_item i join "order" o on o.id = i.order_id where o.display_id = $1)`
  await sql(
    `with again as (
       update reservation_item set deleted_at = null where line_item_id in ${lines} returning inventory_item_id, quantity)
     update inventory_level l
        set reserved_quantity = l.reserved_quantity + a.quantity,
            raw_reserved_quantity = jsonb_build_object('value', (l.reserved_quantity + a.quantity)::text, 'precision', 20)
       from again a where a.inventory_item_id = l.inventory_item_id`,
    [attempt?.shop_order_id]
  )
  await sql(`update payment_collection set status = 'awaiting' where id in ${COLLECTIONS}`, [
    attempt?.shop_order_id,
  ])
}

const COLLECTIONS = `(
  select c.payment_collection_id from order_payment_collection c join "order" o on o.id = c.order_id
   where o.display_id = $1 and c.deleted_at is null)`

const collectionsOf = (display_id: number) =>
  sql<{ status: string }>(`select status from payment_collection where id in ${COLLECTIONS}`, [display_id])
