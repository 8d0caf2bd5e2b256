import { beforeAll, describe, expect, it } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import { ledgerOf, performEffects, turn } from "../support/bank-ledger"
import { sql } from "../support/database"
import { type Market, levyTax, offer, openMarket } from "../support/markets"
import {
  type Order,
  adminPost,
  captureInAdmin,
  orderNumber,
  refundInAdmin,
  refundsOf,
} from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { orderOf, paid, payingAgent } from "../support/payments"
import { authenticate } from "../support/shopper"
import { Storefront } from "../support/storefront"

// A fresh store, because other files add taxes in the countries used here.
inOwnWorld({}, { fresh: true })

const EXPONENTS = { EUR: 2, RON: 2, JPY: 0, KWD: 3 } as const
type Currency = keyof typeof EXPONENTS

let agent: Agent
const markets: Partial<Record<Currency, Market>> = {}
beforeAll(async () => {
  agent = await payingAgent()
  markets.JPY = await openMarket("jpy", "jp")
  markets.KWD = await openMarket("kwd", "kw")
  await levyTax("jp", 10)
})

/** Medusa's admin uses major units. */
const major = (minor: number, currency: Currency) => minor / 10 ** EXPONENTS[currency]

/** A decimal stored by Medusa, in minor units; throws when it has a fraction of a minor unit. */
function minor(decimal: string, currency: Currency): number {
  const [whole = "", fraction = ""] = decimal.split(".")
  const digits = fraction.replace(/0+$/, "")
  if (digits.length > EXPONENTS[currency]) throw new Error(`${decimal} is finer than ${currency}`)
  return Number(whole + digits.padEnd(EXPONENTS[currency], "0"))
}

interface Books {
  total: number
  captures: number[]
  refunds: number[]
  balance: number
}

/** Everything Medusa records about an order's money, exact, in minor units. */
async function booksOf(order_id: string, currency: Currency): Promise<Books> {
  const values = async (text: string) =>
    (await sql<{ value: string }>(text, [order_id])).map(({ value }) => minor(value, currency))
  const moved = (table: string) =>
    values(`select m.raw_amount ->> 'value' as value from ${table} m join payment p on p.id = m.payment_id
              join order_payment_collection o on o.payment_collection_id = p.payment_collection_id
             where o.order_id = $1 and m.deleted_at is null order by m.created_at`)
  const [total = NaN] = await values(
    `select totals ->> 'current_order_total' as value from order_summary where order_id = $1`
  )
  const transactions = await values(
    `select raw_amount ->> 'value' as value from order_transaction where order_id = $1 and deleted_at is null`
  )
  return {
    total,
    captures: await moved("capture"),
    refunds: await moved("refund"),
    balance: transactions.reduce((sum, one) => sum + one, 0),
  }
}

async function expectExact(
  { artifacts }: Task,
  currency: Currency,
  captures: number[],
  refunds: number[] = []
): Promise<void> {
  await performEffects(artifacts.payment_id)
  const ledger = await ledgerOf(artifacts.payment_id)
  expect(ledger.captures.map(({ amount }) => amount)).toEqual(captures)
  expect(ledger.refunds.map(({ amount }) => amount)).toEqual(refunds)
  const { id } = await orderNumber(artifacts.shop_order_id)
  const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0)
  const balance = sum(captures) - sum(refunds)
  expect(await booksOf(id, currency)).toMatchObject({ captures, refunds, balance })
}

describe.concurrent("amounts are exact", () => {
  it.each<[Currency, number]>([
    ["EUR", 1],
    ["EUR", 1999],
    ["EUR", 1_000_000_000],
    ["RON", 1],
    ["RON", 999_999_999],
    ["JPY", 1],
    ["JPY", 1500],
    ["JPY", 1_000_000_000],
    ["KWD", 1],
    ["KWD", 1234],
    ["KWD", 999_999_999],
    ["KWD", 1_000_000_000],
  ])(
    "in an agent's payment of %s %i, from the call to the order's transactions [SRV-20]",
    async (currency, amount) => {
      const task = await paid(agent, { currency, amount })
      expect(task).toMatchObject({
        state: "completed",
        artifacts: { payment: { amount, captured_amount: amount, currency } },
      })
      await expectExact(task, currency, [amount])
      const order = await orderOf(task)
      expect(order).toMatchObject({
        currency_code: currency.toLowerCase(),
        total: major(amount, currency),
        payment_status: "captured",
        summary: { paid_total: major(amount, currency), pending_difference: 0 },
      })
      expect((await booksOf(order.id, currency)).total).toBe(amount)
    }
  )

  it.each<[Currency, number[]]>([
    ["EUR", [1, 1000, 998]],
    ["RON", [4999, 1, 5000]],
    ["JPY", [1, 499, 1000]],
    ["KWD", [1, 233, 1000]],
  ])(
    "in %s when an authorized amount is captured in the parts %j [BANK-33, BANK-34]",
    async (currency, parts) => {
      const amount = parts.reduce((sum, part) => sum + part, 0)
      const task = await paid(agent, { currency, amount, capture: "manual" })
      for (const part of parts)
        expect((await captureInAdmin(await orderOf(task), major(part, currency))).status).toBe(200)
      expect((await captureInAdmin(await orderOf(task), major(1, currency))).status).toBe(200)
      await expectExact(task, currency, parts)
      expect((await ledgerOf(task.artifacts.payment_id)).status).toBe("captured")
    }
  )

  it.each<[Currency, number[]]>([
    ["EUR", [1, 1998]],
    ["RON", [333, 333, 334]],
    ["JPY", [1, 499, 1000]],
    ["KWD", [1, 233, 1000]],
  ])(
    "in %s when %j are refunded, and not one minor unit more [BANK-35, BANK-37]",
    async (currency, parts) => {
      const amount = parts.reduce((sum, part) => sum + part, 0)
      const task = await paid(agent, { currency, amount })
      for (const part of parts)
        expect((await refundInAdmin(await orderOf(task), major(part, currency))).status).toBe(200)
      expect((await refundInAdmin(await orderOf(task), major(1, currency))).status).toBe(400)
      await expectExact(task, currency, [amount], parts)
    }
  )

  it.each<[Currency, number]>([
    ["EUR", 0.001],
    ["EUR", 10.005],
    ["JPY", 0.4],
    ["JPY", 10.5],
    ["KWD", 0.0001],
    ["KWD", 1.0005],
  ])(
    "in %s because a refund or capture of %d, with a fraction of a minor unit, is rejected",
    async (currency, fine) => {
      const task = await paid(agent, { currency, amount: 20_000 })
      expect((await refundInAdmin(await orderOf(task), fine)).status).toBe(400)
      await expectExact(task, currency, [20_000])
      const reserved = await paid(agent, { currency, amount: 20_000, capture: "manual" })
      expect((await captureInAdmin(await orderOf(reserved), fine)).status).toBe(400)
      await expectExact(reserved, currency, [])
    }
  )

  it.each<[Currency, number]>([
    ["JPY", 1650],
    ["KWD", 1234],
  ])("in a storefront cart of %s %i that is paid, and refunded from the admin", async (currency, amount) => {
    const shop = new Storefront()
    const cart = await shop.fillDigitalCart(marketOf(currency), await offer({ jpy: 1500, kwd: 1.234 }))
    expect(cart.total).toBe(major(amount, currency))
    const { data } = await shop.startPayment(cart.id)
    await authenticate(data.redirect_url)
    const order = await paidOrder(cart.id, data.payment_id)
    expect(await booksOf(order.id, currency)).toEqual({
      total: amount,
      captures: [amount],
      refunds: [],
      balance: amount,
    })
    const refunded = await refundInAdmin(order, major(1, currency))
    expect(refunded.status).toBe(200)
    await performEffects(data.payment_id)
    expect((await ledgerOf(data.payment_id)).amounts).toMatchObject({ captured: amount, refunded: 1 })
    expect((await booksOf(order.id, currency)).refunds).toEqual([1])
  })
})

describe.concurrent("a total with a fraction of a minor unit because of tax", () => {
  /** 999 yen plus 10 percent tax. */
  async function finePayment() {
    const shop = new Storefront()
    const cart = await shop.fillDigitalCart(marketOf("JPY"), await offer({ jpy: 999 }))
    expect(cart.total).toBe(1098.9)
    const { data } = await shop.startPayment(cart.id)
    await authenticate(data.redirect_url)
    const order = await paidOrder(cart.id, data.payment_id)
    expect(order).toMatchObject({ payment_status: "captured" })
    expect((await ledgerOf(data.payment_id)).amounts.captured).toBe(1099)
    return { payment_id: data.payment_id, order }
  }

  it("is paid rounded to the minor unit, and can be refunded completely from the admin [BANK-54]", async () => {
    const { payment_id, order } = await finePayment()
    expect((await refundInAdmin(order, 99.5)).status).toBe(400)
    expect((await refundInAdmin(order, 99)).status).toBe(200)
    expect((await refundInAdmin(order, 999.9)).status).toBe(200)
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).amounts).toMatchObject({ captured: 1099, refunded: 1099 })
  })

  it("is refunded completely when its order is canceled", async () => {
    const { payment_id, order } = await finePayment()
    expect((await adminPost(`/admin/orders/${order.id}/cancel`)).status).toBe(200)
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).amounts.refunded).toBe(1099)
  })

  it("can be refunded completely at the bank, and the refund is mirrored", async () => {
    const { payment_id, order } = await finePayment()
    await turn("refund", { payment_id: (await ledgerOf(payment_id)).id, amount: 1099 })
    await eventually(async () => refundsOf(await orderNumber(order.display_id)).length || undefined)
    await performEffects(payment_id)
    expect(refundsOf(await orderNumber(order.display_id))).toEqual([1099])
  })
})

function marketOf(currency: Currency): Market {
  const market = markets[currency]
  if (!market) throw new Error(`no market for ${currency}`)
  return market
}

async function paidOrder(cart_id: string, payment_id: string): Promise<Order> {
  const row = await eventually(async () => {
    const [order] = await sql<{ display_id: number }>(
      `select o.display_id from order_cart c join "order" o on o.id = c.order_id where c.cart_id = $1`,
      [cart_id]
    )
    return order
  })
  await performEffects(payment_id)
  return orderNumber(row.display_id)
}
