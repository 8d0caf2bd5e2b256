import { ledgerOf, turn } from "../../../integration-tests/support/bank-ledger"
import { moveByAgent } from "../agent-moves"
import { drawPart } from "../amounts"
import type { Action, Purchase, Opened, Traits } from "../purchase"
import { cancelOrder, move } from "../merchant"
import { requestRefund } from "../refund-request"
import { moveByStaff, voidByStaff } from "../staff"

/** How long to wait for the order: as long as the recovery of a lost notification takes. */
const SETTLED_WITHIN_SECONDS = 90

type OnOrder = (purchase: Purchase, opened: Opened, order_id: string) => Promise<unknown>

/** Runs an action on the order of a settled payment; does nothing when the payment is not settled. */
export const onOrder = (action: OnOrder) => async (purchase: Purchase, opened: Opened) => {
  const order_id = await opened.settledOrder(SETTLED_WITHIN_SECONDS)
  if (order_id) await action(purchase, opened, order_id)
}

const byAgent = { fits: ({ origin }: Traits) => origin === "agent" }
const captured = { fits: ({ is_manual_capture, is_free }: Traits) => !is_manual_capture && !is_free }
const authorized = { fits: ({ is_manual_capture }: Traits) => is_manual_capture }
const forCustomer = { fits: ({ is_for_customer }: Traits) => is_for_customer === true }
const both = (...conditions: readonly { fits(traits: Traits): boolean }[]) => ({
  fits: (traits: Traits) => conditions.every(({ fits }) => fits(traits)),
})

/** The actions on a settled payment. */
export const AFTERWARDS: readonly Action[] = [
  { name: "nothing", weight: 7, run: async () => {} },
  { name: "cancel", weight: 3, run: onOrder(cancelOrder) },
  { ...captured, name: "refund", weight: 3, run: onOrder(refundAll) },
  { ...captured, name: "refund in parts", weight: 3, run: onOrder(refundParts) },
  { ...captured, name: "refund too much", weight: 1, run: onOrder(refundTooMuch) },
  { ...captured, name: "refund at the bank", weight: 2, run: onOrder(refundAtBank) },
  { ...captured, name: "refund at the bank and in the admin", weight: 1, run: onOrder(refundAtBoth) },
  { ...captured, name: "refund while canceling", weight: 1, run: onOrder(refundWhileCanceling) },
  { ...captured, name: "refund by staff", weight: 3, run: onOrder(inParts(moveByStaff, "refund")) },
  { ...captured, name: "refund by staff and admin", weight: 1, run: onOrder(besideAdmin(moveByStaff)) },
  { ...authorized, name: "capture by staff", weight: 3, run: onOrder(inParts(moveByStaff, "capture")) },
  { ...authorized, name: "void by staff", weight: 2, run: onOrder(voidByStaff) },
  {
    ...both(captured, byAgent),
    name: "refund by the agent",
    weight: 6,
    run: onOrder(inParts(moveByAgent, "refund")),
  },
  {
    ...both(captured, byAgent),
    name: "refund by agent and admin",
    weight: 1,
    run: onOrder(besideAdmin(moveByAgent)),
  },
  {
    ...both(authorized, byAgent),
    name: "capture by the agent",
    weight: 6,
    run: onOrder(inParts(moveByAgent, "capture")),
  },
  {
    ...both(captured, forCustomer),
    name: "refund that the merchant must approve",
    weight: 12,
    run: onOrder(requestRefund),
  },
  {
    ...both(captured, forCustomer),
    name: "refund to approve and in the admin",
    weight: 4,
    run: onOrder(requestRefundBesideAdmin),
  },
  { ...authorized, name: "capture", weight: 3, run: onOrder(captureAll) },
  { ...authorized, name: "capture in parts", weight: 3, run: onOrder(captureParts) },
  { ...authorized, name: "capture a part", weight: 1, run: onOrder(capturePart) },
  { ...authorized, name: "capture too much", weight: 1, run: onOrder(captureTooMuch) },
  { ...authorized, name: "capture and refund", weight: 2, run: onOrder(captureAndRefund) },
]

const refund = (purchase: Purchase, opened: Opened, order_id: string, amount: number) =>
  move(purchase, opened, order_id, { kind: "refund", amount })
const capture = (purchase: Purchase, opened: Opened, order_id: string, amount: number) =>
  move(purchase, opened, order_id, { kind: "capture", amount })

async function refundAll(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  await refund(purchase, opened, order_id, opened.amount)
}

async function refundParts(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  const part = drawPart(purchase.random, opened.amount)
  await refund(purchase, opened, order_id, part)
  if (purchase.random.chance(0.5)) await refund(purchase, opened, order_id, opened.amount - part)
}

async function refundTooMuch(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  if ((await refund(purchase, opened, order_id, opened.amount + 1)) === "done")
    purchase.runLog.surprises.push(`${opened.payment_id}: more was refunded than captured`)
}

/** Captures or refunds a payment in one or two parts. */
function inParts(move: typeof moveByAgent, kind: "capture" | "refund") {
  return async (purchase: Purchase, opened: Opened): Promise<void> => {
    const part = drawPart(purchase.random, opened.amount)
    await move(purchase, opened, { kind, amount: part })
    if (purchase.random.chance(0.5)) await move(purchase, opened, { kind, amount: opened.amount - part })
  }
}

/** Refunds a third with `move` and a third in Medusa's admin, concurrently. */
function besideAdmin(move: typeof moveByAgent) {
  return async (purchase: Purchase, opened: Opened, order_id: string): Promise<void> => {
    const part = Math.ceil(opened.amount / 3)
    const other = move(purchase, opened, { kind: "refund", amount: part })
    await Promise.all([other, refund(purchase, opened, order_id, part)])
  }
}

async function refundAtBank(purchase: Purchase, opened: Opened): Promise<void> {
  const { id } = await ledgerOf(opened.payment_id)
  const amount = drawPart(purchase.random, opened.amount)
  // After a concurrent refund by the merchant, less than this amount may be left to refund.
  await turn("refund", { payment_id: id, amount }).catch(() => undefined)
}

async function refundAtBoth(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  const part = Math.ceil(opened.amount / 3)
  await Promise.all([refundAtBank(purchase, opened), refund(purchase, opened, order_id, part)])
}

async function refundWhileCanceling(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  const part = Math.ceil(opened.amount / 3)
  await Promise.all([cancelOrder(purchase, opened, order_id), refund(purchase, opened, order_id, part)])
}

async function requestRefundBesideAdmin(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  const part = Math.ceil(opened.amount / 3)
  await Promise.all([requestRefund(purchase, opened, order_id), refund(purchase, opened, order_id, part)])
}

async function captureAll(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  await capture(purchase, opened, order_id, opened.amount)
}

async function captureParts(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  const part = drawPart(purchase.random, opened.amount)
  const outcome = await capture(purchase, opened, order_id, part)
  if (outcome === "done" || outcome === "seen")
    await capture(purchase, opened, order_id, opened.amount - part)
}

async function capturePart(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  await capture(purchase, opened, order_id, drawPart(purchase.random, opened.amount))
}

async function captureTooMuch(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  if ((await capture(purchase, opened, order_id, opened.amount + 1)) === "done")
    purchase.runLog.surprises.push(`${opened.payment_id}: more was captured than authorized`)
}

async function captureAndRefund(purchase: Purchase, opened: Opened, order_id: string): Promise<void> {
  if ((await capture(purchase, opened, order_id, opened.amount)) !== "done") return
  await refund(purchase, opened, order_id, drawPart(purchase.random, opened.amount))
}
