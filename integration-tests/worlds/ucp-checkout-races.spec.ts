import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { captured, ipnBody, paymentAtBank } from "../support/bank"
import { clearFaults, fault, ledgerOf } from "../support/bank-ledger"
import { ANA, Buyer, CARD, type Checkout, amountOf, basketOf, delivery } from "../support/buyer"
import { type CatalogReader, variant } from "../support/catalog"
import { sql } from "../support/database"
import { notify } from "../support/gwb"
import { lockChangedRow } from "../support/row-lock"
import { lockTable, refuseDeletes } from "../support/table-lock"
import { obtainTokens, registerClient } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { attemptsOf, expectBoughtOnce, expectNothingBought, limited, ordersOf } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"
import { refusal } from "../support/ucp"
import { world } from "../support/world"

inOwnWorld()

let catalog: CatalogReader
let buyer: Buyer
let item: string

beforeAll(async () => {
  ;({ catalog, buyer, item } = await openUcpShop())
})

afterEach(clearFaults)
afterAll(closeUcpShop)

const keyed = (key: string = randomUUID()) => ({ "idempotency-key": key })
const one = () => buyer.ready([[item, 1]])
const escalated = () => buyer.escalated([[item, 1]])
const page = ({ continue_url }: Checkout) => String(continue_url)
const codes = ({ messages = [] }: Checkout) => messages.map(({ code }) => code)
const cancel = (id: string, headers = {}) => buyer.send(`${buyer.checkouts}/${id}/cancel`, { headers })
const update = (id: string, body: object) => buyer.send(`${buyer.checkouts}/${id}`, { method: "PUT", body })
const times = <T>(n: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => act(i)))

/** The raw response, byte for byte. */
async function raw(path: string, body: string, key: string, token = buyer.token) {
  const response = await fetch(`${world().base_url}${buyer.root}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, ...keyed(key) },
    body,
  })
  return { status: response.status, text: await response.text() }
}

describe("an idempotency key", () => {
  const body = () => JSON.stringify({ ...basketOf([[item, 1]]), buyer: ANA, ...delivery() })

  it("creates one checkout from 20 identical simultaneous requests, with byte-identical answers", async () => {
    const key = randomUUID()
    const [sent, before] = [body(), await count("gw_session")]
    const answers = await times(20, () => raw(buyer.checkouts, sent, key))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await count("gw_session")).toBe(before + 1)
    const other = JSON.stringify({ ...basketOf([[item, 2]]), buyer: ANA })
    const conflict = await raw(buyer.checkouts, other, key)
    expect([conflict.status, JSON.parse(conflict.text)]).toEqual([409, refusal("idempotency_conflict", 409)])
  })

  it("of a completion always returns the first answer, and places no other order", async () => {
    const { id } = await one()
    const key = randomUUID()
    const path = `${buyer.checkouts}/${id}/complete`
    const sent = JSON.stringify({ payment: { instruments: [CARD] } })
    const answers = await times(5, () => raw(path, sent, key))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await authenticate(page(JSON.parse(answers[0]?.text ?? "") as Checkout))
    const { order } = await buyer.becomes(id, "completed")
    expect(await raw(path, sent, key)).toEqual(answers[0])
    expect((await buyer.complete(id, keyed())).status).toBe(409)
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("belongs to one customer, and not to another customer of the same platform", async () => {
    const client = await registerClient({ client_type: "ucp_agent" })
    const customer = (await obtainTokens(client, "customer")).access_token
    const guest = (await obtainTokens(client, "admin")).access_token
    const [key, sent] = [randomUUID(), body()]
    const [first, second] = [
      await raw(buyer.checkouts, sent, key, customer),
      await raw(buyer.checkouts, sent, key, guest),
    ]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(idIn(first)).not.toBe(idIn(second))
    const foreign = await fetch(`${world().base_url}${buyer.root}${buyer.checkouts}/${idIn(first)}`, {
      headers: { authorization: `Bearer ${guest}` },
    })
    expect(foreign.status).toBe(404)
  })

  const idIn = ({ text }: { text: string }) => (JSON.parse(text) as Checkout).id
})

describe("another client's session", () => {
  it("answers 404 on every route", async () => {
    const { id } = await escalated()
    const cart = await buyer.cart(buyer.send(buyer.carts, { body: basketOf([[item, 1]]) }), 201)
    const stranger = await Buyer.forGuests()
    const answers = [
      stranger.get(`/checkout-sessions/${id}`),
      stranger.send(`/checkout-sessions/${id}`, { method: "PUT" }),
      stranger.complete(id),
      stranger.send(`/checkout-sessions/${id}/cancel`),
      stranger.send("/checkout-sessions", { body: { cart_id: cart.id } }),
      stranger.get(`/carts/${cart.id}`),
      stranger.send(`/carts/${cart.id}`, { method: "PUT" }),
      stranger.send(`/carts/${cart.id}/cancel`),
      buyer.get(`/carts/${id}`),
      buyer.get(`/checkout-sessions/${cart.id}`),
    ]
    for (const { status, body } of await Promise.all(answers))
      expect([status, body]).toEqual([404, expect.objectContaining({ code: "not_found" })])
    expect((await buyer.read(id)).status).toBe("requires_escalation")
    await cancel(id)
  })
})

describe("a cart", () => {
  it("checked out by five simultaneous requests gives one checkout", async () => {
    const cart = await buyer.cart(buyer.send(buyer.carts, { body: basketOf([[item, 1]]) }), 201)
    const answers = await times(5, () => buyer.send(buyer.checkouts, { body: { cart_id: cart.id } }))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
  })
})

describe("the last unit", () => {
  it("is sold to one of two simultaneous completions, and the other reports out of stock", async () => {
    const last = await limited(catalog, 1, "The only one")
    const both = [await buyer.ready([[last, 1]]), await buyer.ready([[last, 1]])]
    const answers = await Promise.all(both.map(({ id }) => buyer.checkout(buyer.complete(id))))
    expect(answers.map(({ status }) => status).sort()).toEqual(["incomplete", "requires_escalation"])
    const [won, lost] = answers.sort((a, b) => (a.status < b.status ? 1 : -1)) as [Checkout, Checkout]
    expect(codes(lost)).toContain("out_of_stock")
    await authenticate(page(won))
    const { order } = await buyer.becomes(won.id, "completed")
    await expectBoughtOnce(won.id, String(order?.id), 1)
    await expectNothingBought(lost.id)
    expect(await ordersOf(lost.id)).toEqual([])
  })

  it("is released when Medusa could not roll back a losing order: the order is canceled, and the checkout continues", async () => {
    const last = await limited(catalog, 1, "The contested one")
    const both = [await buyer.ready([[last, 1]]), await buyer.ready([[last, 1]])]
    const allowDeletes = await refuseDeletes("order")
    const answers = await Promise.all(both.map(({ id }) => buyer.checkout(buyer.complete(id))))
    await allowDeletes()
    expect(answers.map(({ status }) => status).sort()).toEqual([
      "complete_in_progress",
      "requires_escalation",
    ])
    const [lost, won] = answers.sort((a, b) => (a.status < b.status ? -1 : 1)) as [Checkout, Checkout]
    expect(await ordersOf(lost.id)).toEqual([expect.objectContaining({ status: "pending", reserved: 0 })])
    await sql(
      `update gw_payment set created_at = created_at - interval '4 minutes'
        where description = 'Checkout ' || $1 and provisioned_at is null`,
      [lost.id]
    )
    await eventually(async () => (await buyer.read(lost.id)).status !== "complete_in_progress" || undefined)
    await expectNothingBought(lost.id)
    expect((await buyer.checkout(buyer.complete(lost.id))).status).toBe("incomplete")
    await authenticate(page(won))
    const { order } = await buyer.becomes(won.id, "completed")
    await expectBoughtOnce(won.id, String(order?.id), 1)
  })

  it("can be bought by a second attempt at once when the bank declined the first", async () => {
    const last = await limited(catalog, 1, "The last one")
    const { id } = await buyer.ready([[last, 1]])
    await authenticate(page(await buyer.checkout(buyer.complete(id))), "decline")
    const failed = await buyer.becomes(id, "ready_for_complete")
    expect(codes(failed)).toEqual(["payment_failed"])
    const second = await buyer.checkout(buyer.complete(id))
    expect(second.status).toBe("requires_escalation")
    await authenticate(page(second))
    const { order } = await buyer.becomes(id, "completed")
    expect((await ordersOf(id)).map(({ status }) => status)).toEqual(["canceled", "pending"])
    await expectBoughtOnce(id, String(order?.id), 1)
  })
})

describe("an item without a shipping option", () => {
  it("cannot be completed, and the checkout reports it beforehand", async () => {
    const { variants } = await catalog.listed({
      title: "Anvil",
      shipping_profile_id: undefined,
      variants: [variant(20, 100, { manage_inventory: true, allow_backorder: true })],
    })
    const lines = basketOf([[String(variants[0]?.id), 1]])
    const body = { ...lines, buyer: ANA, ...delivery() }
    const begun = await buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
    expect([begun.status, codes(begun)]).toEqual(["incomplete", ["address_undeliverable"]])
    expect((await buyer.complete(begun.id)).body).toMatchObject({ code: "checkout_incomplete" })
  })
})

describe("a completion", () => {
  it("requested four times at once starts one payment", async () => {
    const { id } = await one()
    const answers = await times(4, () => buyer.checkout(buyer.complete(id, keyed())))
    expect(new Set(answers.map(page)).size).toBe(1)
    expect(await attemptsOf(id)).toHaveLength(1)
    await authenticate(page(await buyer.read(id)))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("starts one payment also when two requests hold the checkout because one was delayed too long", async () => {
    const { id } = await one()
    const sessions = await lockTable("gw_session")
    const completions = [buyer.checkout(buyer.complete(id))]
    await sessions.stopped()
    await sql("delete from gw_cart_lock where cart_id = $1", [id])
    completions.push(buyer.checkout(buyer.complete(id)))
    await sessions.stopped(2)
    await sessions.release()
    await Promise.all(completions)
    expect((await ordersOf(id)).length).toBe(1)
    await authenticate(page(await buyer.read(id)))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("and a simultaneous update charge the total that was shown before, or report the updated one and charge nothing", async () => {
    const { id } = await one()
    const [updated, completed] = await Promise.all([
      buyer.checkout(update(id, basketOf([[item, 2]]))),
      buyer.checkout(buyer.complete(id)),
    ])
    const now = await buyer.read(id)
    expect(amountOf(completed, "total")).toBe(amountOf(now, "total"))
    const units = now.line_items[0]?.quantity
    if (units === 1) expect(codes(updated)).toContain("payment_in_progress")
    else {
      expect([now.status, codes(completed)]).toEqual([
        "ready_for_complete",
        ["quantity_changed", "total_changed"],
      ])
      expect(await attemptsOf(id)).toEqual([])
      await buyer.checkout(buyer.complete(id))
    }
    const begun = await buyer.read(id)
    expect(begun.status).toBe("requires_escalation")
    expect(amountOf(begun, "total")).toBe(amountOf(now, "total"))
    await authenticate(page(begun))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), Number(units))
  })

  it("and a simultaneous cancellation end in one of the two, without traces of the other", async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await one()
      await Promise.all([buyer.complete(id), cancel(id)])
      const now = await buyer.read(id)
      expect(now.status).toBe("canceled")
      for (const { redirect_url } of await attemptsOf(id))
        if (redirect_url) await expect(authenticate(redirect_url)).rejects.toThrow()
      await expectNothingBought(id)
    }
  })
})

describe("a cancellation", () => {
  it("and a simultaneous customer authentication end in a cancellation without a charge, or in a 409 and an order", async () => {
    for (let round = 0; round < 4; round++) {
      const { id, continue_url } = await escalated()
      const [, canceled] = await Promise.all([
        authenticate(String(continue_url)).catch(() => undefined),
        cancel(id),
      ])
      if (canceled.status === 200) {
        expect((await buyer.read(id)).status).toBe("canceled")
        await expectNothingBought(id)
      } else {
        expect([canceled.status, canceled.body.code]).toEqual([409, "invalid_state"])
        const { order } = await buyer.becomes(id, "completed")
        await expectBoughtOnce(id, String(order?.id), 1)
      }
    }
  })

  it("that was delayed too long does not cancel a checkout that has begun a payment meanwhile", async () => {
    const { id } = await one()
    const attempt = await lockChangedRow("update gw_session set payment_id = 'pay_begun' where id = $1", [id])
    const canceling = cancel(id)
    await attempt.stopped()
    await attempt.commit()
    const { status, body } = await canceling
    expect([status, body.code]).toEqual([409, "request_in_progress"])
    expect(await sql("select canceled_at from gw_session where id = $1", [id])).toEqual([
      { canceled_at: null },
    ])
  })

  it("refunds a late approval and remains", async () => {
    const { id, continue_url } = await escalated()
    const late = await paymentAtBank(String(continue_url))
    expect((await buyer.checkout(cancel(id))).status).toBe("canceled")
    const [attempt] = await attemptsOf(id)
    expect((await ledgerOf(String(attempt?.id))).status).toBe("canceled")
    await notify(ipnBody({ ...captured(late), version: 99 }))
    await eventually(async () => {
      const [row] = await sql<{ review_reason: string | null }>(
        "select review_reason from gw_payment where id = $1",
        [attempt?.id]
      )
      return row?.review_reason?.includes("the order was already canceled") || undefined
    })
    expect((await buyer.read(id)).status).toBe("canceled")
    expect((await ordersOf(id)).map(({ status }) => status)).toEqual(["canceled"])
  })

  it("is rejected while the bank has not answered, and can be repeated", async () => {
    await fault({ api: { status: 503 } })
    const { id } = await one()
    const waiting = await buyer.checkout(buyer.complete(id))
    expect([waiting.status, codes(waiting)]).toEqual(["complete_in_progress", ["payment_in_progress"]])
    const key = keyed()
    expect((await cancel(id, key)).status).toBe(503)
    await clearFaults()
    await sql("update gw_payment set next_check_at = now() where description = 'Checkout ' || $1", [id])
    const opened = await buyer.becomes(id, "requires_escalation")
    expect(page(opened)).toContain(world().simulator_url)
    expect((await buyer.checkout(cancel(id, key))).status).toBe("canceled")
    await expectNothingBought(id)
  })
})

async function count(table: string): Promise<number> {
  const [row] = await sql<{ n: number }>(`select count(*)::int as n from ${table}`)
  return row?.n ?? 0
}
