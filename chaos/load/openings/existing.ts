import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "../../../integration-tests/support/database"
import { adminFetch } from "../../../integration-tests/support/merchant"
import type { Market } from "../../../integration-tests/support/markets"
import {
  doubled,
  made,
  unpaidCollections,
  writtenOrder,
} from "../../../integration-tests/support/written-orders"
import { world } from "../../../integration-tests/support/world"
import type { Purchase, Opened, Opening } from "../purchase"
import { majorOf } from "../major"
import { approveAtBank } from "../page-at-bank"
import { withRetries, poll } from "../retry"
import { storefrontPage } from "./cart"

const traits = { origin: "existing", is_manual_capture: false, has_page: true } as const
const CURRENCY = "EUR"

/** The customer's app pays an order that the merchant has created. */
export const inApp: Opening = {
  name: "merchant's order paid in the app",
  weight: 2,
  traits,
  plan: planOf(payInApp),
}

/** The customer pays an order of the merchant with a payment link. */
export const byLink: Opening = {
  name: "merchant's order paid with a payment link",
  weight: 2,
  traits,
  plan: planOf(payByLink),
}

/** A paid order is edited, and the outstanding amount is paid with a payment link. */
export const afterEdit: Opening = {
  name: "order edit paid with a payment link",
  weight: 2,
  traits: { ...traits, must_be_paid: true },
  plan: planOf(payAfterEdit),
}

type Pay = (purchase: Purchase, order: Order, sum: Sum) => Promise<Paying | undefined>
interface Order {
  readonly id: string
}
interface Sum {
  readonly amount: number
  readonly currency: string
}
interface Paying {
  readonly payment_id: string
  readonly page: string
}

function planOf(pay: Pay): Opening["plan"] {
  return (random, { untaxed }) => {
    const sum = { amount: random.whole(100, 9000), currency: CURRENCY }
    return { ...sum, open: (purchase) => openExisting(purchase, untaxed, sum, pay) }
  }
}

async function openExisting(
  purchase: Purchase,
  market: Market,
  sum: Sum,
  pay: Pay
): Promise<Opened | undefined> {
  const email = `${purchase.reference}@written.example`
  purchase.known_as.push(email)
  const major = majorOf(sum.amount, sum.currency)
  const order = await withRetries(() => writtenOrder({ id: purchase.customer.id, email }, major, market))
  purchase.known_as.push(order.id)
  const paying = await pay(purchase, order, sum)
  if (!paying) return undefined
  return {
    ...paying,
    ...sum,
    return_url: `${world().base_url}/gw-bank/v1/return/${paying.payment_id}`,
    order: async () => order.id,
    settledOrder: (seconds) => poll(async () => ((await isCaptured(paying)) ? order.id : undefined), seconds),
  }
}

async function orderOf(
  id: string
): Promise<{ order: { total: number; summary: { pending_difference: number } } }> {
  const answer = await adminFetch(`/admin/orders/${id}?fields=total,summary`)
  return (await answer.json()) as Awaited<ReturnType<typeof orderOf>>
}

/** Starts the payment until there is a page. The store may need a minute to find that the bank never created the payment. */
function payInApp({ app }: Purchase, { id }: Order): Promise<Paying | undefined> {
  return poll(async () => {
    const { body } = await app.pay(id)
    const { id: payment_id, redirect_url: page } = body.payment ?? {}
    return payment_id && page ? { payment_id, page } : undefined
  }, PAGE_WITHIN_SECONDS)
}

async function payByLink(purchase: Purchase, { id: order_id }: Order): Promise<Paying | undefined> {
  const page = storefrontPage(purchase.reference)
  const { data } = await withRetries(async () => purchase.shop.pay(await collectionOf(order_id), page))
  return data.redirect_url ? { payment_id: data.payment_id, page: data.redirect_url } : undefined
}

/** The payment collection for the outstanding amount of an order. */
async function collectionOf(order_id: string): Promise<string> {
  const [open] = await unpaidCollections(order_id)
  if (open) return open
  const { order } = await orderOf(order_id)
  const amount = order.summary.pending_difference
  const { payment_collection } = await made<{ payment_collection: { id: string } }>(
    "/admin/payment-collections",
    { order_id, amount }
  )
  return payment_collection.id
}

const PAID_WITHIN_SECONDS = 60
const PAGE_WITHIN_SECONDS = 60

/** The customer pays, then the merchant doubles the quantity of the order. */
async function payAfterEdit(purchase: Purchase, order: Order, { amount }: Sum): Promise<Paying | undefined> {
  const first = await payInApp(purchase, order)
  if (!first) return undefined
  purchase.known_as.push(first.payment_id)
  await approveAtBank(first.page).catch(() => undefined)
  if (!(await poll(async () => (await isCaptured(first)) || undefined, PAID_WITHIN_SECONDS))) return undefined
  purchase.setOrderTotal(2 * amount)
  await withRetries(() => editOnce(order.id))
  return payByLink(purchase, order)
}

const EDIT_PAUSE_MS = 1000

/** Doubles the quantity once. An unconfirmed earlier edit is canceled first. */
async function editOnce(order_id: string): Promise<void> {
  const [item] = await sql<{ quantity: number }>(
    "select quantity::float8 from order_item where order_id = $1 and deleted_at is null order by version desc",
    [order_id]
  )
  if (item?.quantity === 2) return
  await adminFetch(`/admin/order-edits/${order_id}`, { method: "DELETE" })
  await doubled(order_id).catch(async (error: unknown) => {
    await sleep(EDIT_PAUSE_MS)
    throw error
  })
}

async function isCaptured({ payment_id }: Paying): Promise<boolean> {
  const [row] = await sql<{ at: Date | null }>("select announced_at as at from gw_payment where id = $1", [
    payment_id,
  ])
  return Boolean(row?.at)
}
