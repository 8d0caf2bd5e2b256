import { afterEach, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { ledgerOf, performEffects, restoreBank, turn } from "../support/bank-ledger"
import { ordersOf, reaches } from "../support/cart-orders"
import { sql } from "../support/database"
import { inOwnWorld } from "../support/own-world"
import { authenticate } from "../support/shopper"
import { runEffectsNow, slowToAct } from "../support/slow-store"
import { Storefront } from "../support/storefront"
import { lockTable, refuseInserts } from "../support/table-lock"

inOwnWorld()

afterEach(() => restoreBank())

/** A cart of the storefront whose customer pays at the bank. */
async function paying() {
  const shop = new Storefront()
  const cart = await shop.fillCart()
  const { data } = await shop.startPayment(cart.id)
  return { ...data, cart_id: cart.id }
}

/** Links an order to a cart, as a process does that was paused until another one had locked the cart. */
const BEGIN_ORDER = `
  create function begin_order() returns trigger language plpgsql as $$
  begin
    insert into "order" (id, currency_code, metadata)
      values ('order_of_another_process', 'eur', new.metadata) on conflict do nothing;
    insert into order_cart (id, order_id, cart_id)
      values ('ordercart_of_another_process', 'order_of_another_process', new.id) on conflict do nothing;
    return null;
  end $$`

const amountsOf = async (payment_id: string) => {
  const { amounts } = await ledgerOf(payment_id)
  return { captured: amounts.captured, refunded: amounts.refunded }
}

/** The payment sessions of a cart, deleted ones excluded. */
const sessionsOf = (cart_id: string) =>
  sql(
    `select s.data from payment_session s
       join cart_payment_collection l on l.payment_collection_id = s.payment_collection_id
      where l.cart_id = $1 and s.deleted_at is null`,
    [cart_id]
  )

/** Settles a payment, and expects that its cart became one order with this payment and its session. */
async function expectPlaced(cart_id: string, payment_id: string): Promise<void> {
  await runEffectsNow(payment_id)
  await performEffects(payment_id)
  expect(await ordersOf(cart_id)).toHaveLength(1)
  const { captured, refunded } = await amountsOf(payment_id)
  expect([captured > 0, refunded]).toEqual([true, 0])
  expect(await sessionsOf(cart_id)).toEqual([{ data: expect.objectContaining({ payment_id }) as object }])
}

describe("a paid cart of the storefront", () => {
  it.each([
    // After the payment is recorded as captured, so that Medusa's completion undoes it.
    ["order_transaction"],
    ["payment"],
    ["capture"],
    // After the cart is linked to the order.
    ["order_payment_collection"],
    // After its payment collection is.
    ["order_cart"],
  ])(
    "is not refunded however often the database refuses %s, and becomes the order afterwards [BANK-80]",
    async (table) => {
      const { payment_id, redirect_url, cart_id } = await paying()
      const repair = await refuseInserts(table)
      await authenticate(redirect_url)
      const failed = `select 1 from gw_effect
      where payment_id = $1 and effect = 'captured' and last_error is not null and attempts >= 4`
      // Medusa's own lock of the cart ends only after 20 seconds when its workflow engine fails as well.
      await eventually(async () => {
        await runEffectsNow(payment_id)
        return (await sql(failed, [payment_id]))[0]
      }, 150).finally(repair)
      await expectPlaced(cart_id, payment_id)
    }
  )

  it("keeps its payment session when its process loses the lock and Medusa then undoes the order [BANK-80]", async () => {
    const { payment_id, redirect_url, cart_id } = await paying()
    const transactions = await lockTable("order_transaction")
    await authenticate(redirect_url)
    await transactions.stopped()
    const lock =
      "insert into gw_cart_lock (cart_id, holder, leased_until) values ($1, 'another', now() + interval '1 hour')"
    await sql("delete from gw_cart_lock where cart_id = $1", [cart_id])
    await sql(lock, [cart_id])
    await transactions.abort()
    const failed =
      "select 1 from gw_effect where payment_id = $1 and effect = 'captured' and last_error is not null"
    await eventually(async () => (await sql(failed, [payment_id]))[0], 60)
    await sql("delete from gw_cart_lock where cart_id = $1", [cart_id])
    await expectPlaced(cart_id, payment_id)
  })

  it("does not take an order that another process begins meanwhile and will delete [BANK-80]", async () => {
    const { payment_id, redirect_url, cart_id } = await paying()
    await sql(BEGIN_ORDER)
    await sql(
      `create trigger begin_order after update on cart for each row
         when (new.id = '${cart_id}' and new.metadata ? 'gw_cart_id') execute function begin_order()`
    )
    await authenticate(redirect_url)
    const refused = `select 1 from gw_effect
      where payment_id = $1 and effect = 'captured' and last_error like '%is that of another process%'`
    const repair = () => sql("drop function begin_order cascade")
    await eventually(async () => (await sql(refused, [payment_id]))[0]).finally(repair)
    await runEffectsNow(payment_id)
    await performEffects(payment_id)
    const orders = await ordersOf(cart_id)
    expect(orders).toHaveLength(1)
    const [{ order_id } = { order_id: null }] = await sql<{ order_id: string | null }>(
      "select order_id from gw_payment where id = $1",
      [payment_id]
    )
    expect(order_id).not.toBe("order_of_another_process")
    const { captured, refunded } = await amountsOf(payment_id)
    expect([captured > 0, refunded]).toEqual([true, 0])
  })

  it("whose product was deleted is refunded [BANK-40]", async () => {
    const { payment_id, redirect_url, cart_id } = await paying()
    const setDeleted = (deleted_at: string) =>
      sql(
        `update product_variant set deleted_at = ${deleted_at}
          where id in (select variant_id from cart_line_item where cart_id = $1)`,
        [cart_id]
      )
    await setDeleted("now()")
    await authenticate(redirect_url)
    await eventually(async () => {
      const { captured, refunded } = await amountsOf(payment_id)
      return (captured > 0 && captured === refunded) || undefined
    }).finally(() => setDeleted("null"))
    expect(await ordersOf(cart_id)).toEqual([])
  })

  it("that was deleted is refunded in full when the store has not learned of a refund by the bank [BANK-81]", async () => {
    const { payment_id, redirect_url, cart_id } = await paying()
    const act = await slowToAct(payment_id, "captured")
    await authenticate(redirect_url)
    await reaches(payment_id, "captured")
    await sql("update cart_payment_collection set deleted_at = now() where cart_id = $1", [cart_id])
    const { id } = await ledgerOf(payment_id)
    // The store must not learn of the refund before it refunds the whole amount itself.
    const repair = await refuseInserts("gw_bank_event")
    await turn("refund", { payment_id: id, amount: 200 })
    await act()
    await eventually(async () => {
      const { captured, refunded } = await amountsOf(payment_id)
      return captured === refunded ? true : undefined
    }).finally(repair)
    await performEffects(payment_id)
    expect(await ordersOf(cart_id)).toEqual([])
    const [row] = await sql<{ review_reason: string }>("select review_reason from gw_payment where id = $1", [
      payment_id,
    ])
    expect(row?.review_reason).toBe("Refunded: the cart no longer exists")
  })
})
