import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, amountOf as acpAmountOf } from "../support/acp"
import { eventually } from "../support/agent"
import { App } from "../support/app"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { amountOf } from "../support/buyer"
import { sql } from "../support/database"
import { adminPost, type Order, orderNumber, paymentOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { offer } from "../support/markets"
import { type Currency, ParityStore } from "../support/parity"
import { newCustomer } from "../support/privacy"
import { promote } from "../support/promotions"
import { authenticate } from "../support/shopper"
import { amountsOf, inStorefront } from "../support/store-basket"
import { Storefront } from "../support/storefront"
import { writtenOrder } from "../support/written-orders"

const shop = ParityStore.forThisFile()
let acp: AcpAgent

beforeAll(async () => {
  await switchSurfaces({ acp_enabled: true, app_enabled: true })
  acp = await AcpAgent.of()
})

/** A line whose total may lie between two minor units. The price is in major units. */
interface Drawn {
  readonly currency: Currency
  readonly price: number
  readonly quantity: number
  readonly percent: number
}

/** Prices whose half Medusa has as 0.65499999999999999999 in the cart, and as 0.655 in the payment session. */
const KNOWN: readonly Drawn[] = [1.31, 12.25, 19.99, 6.15, 29.95].map((price) => ({
  currency: "eur",
  price,
  quantity: 1,
  percent: 50,
}))

const DECIMALS = { eur: 2, ron: 2, gbp: 2, jpy: 0, kwd: 3 } as const

/** The same lines in every run. No total ends in two digits for which the simulator plans a fault. */
const RANDOM: readonly Drawn[] = fc.sample(
  fc
    .record({
      currency: fc.constantFrom<Currency[]>("eur", "ron", "jpy", "kwd"),
      minor: fc.integer({ min: 101, max: 9999 }),
      quantity: fc.constantFrom(1, 3),
      percent: fc.constantFrom(50, 10, 30, 25, 33),
    })
    .map(({ minor, ...drawn }) => ({ ...drawn, price: minor / 10 ** DECIMALS[drawn.currency] })),
  { numRuns: 7, seed: 27 }
)

const DRAWN = [...KNOWN, ...RANDOM]

const half = ({ percent: value }: Drawn) =>
  promote({ type: "percentage", value, target_type: "items", allocation: "each", max_quantity: 100 })

const named = (drawn: readonly Drawn[]) =>
  drawn.map((one) => [`${one.quantity} × ${one.price} ${one.currency}, ${one.percent} % off`, one] as const)

/** Expects an order of this total, charged exactly by the bank, and refunds it completely. */
async function expectBought(payment_id: string, total: number): Promise<void> {
  const order = await placed(payment_id)
  await performEffects(payment_id)
  const { amounts } = await ledgerOf(payment_id)
  expect(amounts).toMatchObject({ authorized: total, captured: total, refunded: 0 })
  const { id, captures } = paymentOf(order)
  expect(captures).toHaveLength(1)
  const refund = await adminPost(`/admin/payments/${id}/refund`, { amount: captures[0]?.amount })
  expect([refund.status, refund.ok || (await refund.text())]).toEqual([200, true])
  await performEffects(payment_id)
  expect((await ledgerOf(payment_id)).amounts).toMatchObject({ captured: total, refunded: total })
}

/** Waits for the order of a payment; fails when the payment is refunded instead. */
async function placed(payment_id: string): Promise<Order> {
  const row = await eventually(async () => {
    const [row] = await sql<{
      shop_order_id: number | null
      announced: boolean
      review_reason: string | null
    }>(
      `select shop_order_id, announced_at is not null as announced, review_reason, refunded_amount
         from gw_payment where id = $1`,
      [payment_id]
    )
    return row?.announced || row?.review_reason ? row : undefined
  })
  expect(row).toMatchObject({ announced: true, review_reason: null, refunded_amount: "0" })
  return orderNumber(Number(row.shop_order_id))
}

const paymentOfSession = async (id: string): Promise<string> => {
  const [row] = await sql<{ payment_id: string }>("select payment_id from gw_session where id = $1", [id])
  return String(row?.payment_id)
}

describe("a total between two minor units is charged and refunded as it was shown", () => {
  it.each(named(DRAWN))("in the storefront: %s [SRV-21]", async (_, drawn) => {
    const { currency, price, quantity } = drawn
    const [variant, code] = await Promise.all([offer({ [currency]: price }), half(drawn)])
    const market = shop.marketIn(currency)
    const cart = await inStorefront({ market, lines: [[variant, quantity]], codes: [code] })
    const { data } = await new Storefront().startPayment(cart.id)
    await authenticate(data.redirect_url)
    await expectBought(data.payment_id, amountsOf(cart).total)
  })

  it.each(named(DRAWN.filter((_, n) => n % 2 === 0)))("through UCP: %s [SRV-21]", async (_, drawn) => {
    const { currency, price, quantity } = drawn
    const [variant, code] = await Promise.all([shop.product({ [currency]: price }), half(drawn)])
    const market = shop.marketIn(currency)
    const ready = await shop.withAgent({ market, lines: [[variant, quantity]], codes: [code] })
    const { continue_url = "" } = await shop.buyer.checkout(shop.buyer.complete(ready.id))
    await authenticate(continue_url)
    await shop.buyer.becomes(ready.id, "completed")
    await expectBought(await paymentOfSession(ready.id), amountOf(ready, "total"))
  })

  it.each(named(KNOWN.slice(0, 2)))("through ACP: %s [SRV-21]", async (_, drawn) => {
    const [variant, code] = await Promise.all([shop.product({ eur: drawn.price }), half(drawn)])
    const ready = await acp.ready([[variant, drawn.quantity]], { discounts: { codes: [code] } })
    await acp.authenticateBuyer(await acp.session(acp.complete(ready.id)), "completed")
    await expectBought(await paymentOfSession(ready.id), acpAmountOf(ready, "total"))
  })

  it.each([0.5, 12.5])(
    "through the app, for a staff-created order over %s EUR plus 19 % tax [SRV-21]",
    async (unit_price) => {
      const customer = await newCustomer()
      const app = await App.of(customer)
      const { id } = await writtenOrder(customer, unit_price)
      const { status, body } = await app.pay(id)
      expect(status).toBe(201)
      const { payment } = body
      expect(payment.amount).toBe(Math.round(unit_price * 119 + 1e-6))
      await authenticate(String(payment.redirect_url))
      await expectBought(payment.id, payment.amount)
    }
  )
})
