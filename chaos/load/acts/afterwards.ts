import { ledgerOf, turn } from "../../../integration-tests/support/bank-ledger"
import { moveByAgent } from "../agent-moves"
import { drawPart } from "../amounts"
import type { Action, Life, Opened, Traits } from "../life"
import { cancelOrder, move } from "../merchant"
import { requestRefund } from "../refund-request"
import { moveByStaff, voidByStaff } from "../staff"

/** How long to wait for the order: as long as the recovery of a lost notification takes. */
const SETTLED_WITHIN_SECONDS = 90

type OnOrder = (life: Life, opened: Opened, order_id: string) => Promise<unknown>

/** Runs an action on the order of a settled payment; does nothing when the payment is not settled. */
const onOrder = (action: OnOrder) => async (life: Life, opened: Opened) => {
  const order_id = await opened.settledOrder(SETTLED_WITHIN_SECONDS)
  if (order_id) await action(life, opened, order_id)
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

const refund = (life: Life, opened: Opened, order_id: string, amount: number) =>
  move(life, opened, order_id, { kind: "refund", amount })
const capture = (life: Life, opened: Opened, order_id: string, amount: number) =>
  move(life, opened, order_id, { kind: "capture", amount })

async function refundAll(life: Life, opened: Opened, order_id: string): Promise<void> {
  await refund(life, opened, order_id, opened.amount)
}

async function refundParts(life: Life, opened: Opened, order_id: string): Promise<void> {
  const part = drawPart(life.random, opened.amount)
  await refund(life, opened, order_id, part)
  if (life.random.chance(0.5)) await refund(life, opened, order_id, opened.amount - part)
}

async function refundTooMuch(life: Life, opened: Opened, order_id: string): Promise<void> {
  if ((await refund(life, opened, order_id, opened.amount + 1)) === "done")
    life.diary.surprises.push(`${opened.payment_id}: more was refunded than captured`)
}

/** Captures or refunds a payment in one or two parts. */
function inParts(move: typeof moveByAgent, kind: "capture" | "refund") {
  return async (life: Life, opened: Opened): Promise<void> => {
    const part = drawPart(life.random, opened.amount)
    await move(life, opened, { kind, amount: part })
    if (life.random.chance(0.5)) await move(life, opened, { kind, amount: opened.amount - part })
  }
}

/** Refunds a third with `move` and a third in Medusa's admin, concurrently. */
function besideAdmin(move: typeof moveByAgent) {
  return async (life: Life, opened: Opened, order_id: string): Promise<void> => {
    const part = Math.ceil(opened.amount / 3)
    const other = move(life, opened, { kind: "refund", amount: part })
    await Promise.all([other, refund(life, opened, order_id, part)])
  }
}

async function refundAtBank(life: Life, opened: Opened): Promise<void> {
  const { id } = await ledgerOf(opened.payment_id)
  const amount = drawPart(life.random, opened.amount)
  // After a concurrent refund by the merchant, less than this amount may be left to refund.
  await turn("refund", { payment_id: id, amount }).catch(() => undefined)
}

async function refundAtBoth(life: Life, opened: Opened, order_id: string): Promise<void> {
  const part = Math.ceil(opened.amount / 3)
  await Promise.all([refundAtBank(life, opened), refund(life, opened, order_id, part)])
}

async function refundWhileCanceling(life: Life, opened: Opened, order_id: string): Promise<void> {
  const part = Math.ceil(opened.amount / 3)
  await Promise.all([cancelOrder(life, opened, order_id), refund(life, opened, order_id, part)])
}

async function requestRefundBesideAdmin(life: Life, opened: Opened, order_id: string): Promise<void> {
  const part = Math.ceil(opened.amount / 3)
  await Promise.all([requestRefund(life, opened, order_id), refund(life, opened, order_id, part)])
}

async function captureAll(life: Life, opened: Opened, order_id: string): Promise<void> {
  await capture(life, opened, order_id, opened.amount)
}

async function captureParts(life: Life, opened: Opened, order_id: string): Promise<void> {
  const part = drawPart(life.random, opened.amount)
  const outcome = await capture(life, opened, order_id, part)
  if (outcome === "done" || outcome === "seen") await capture(life, opened, order_id, opened.amount - part)
}

async function capturePart(life: Life, opened: Opened, order_id: string): Promise<void> {
  await capture(life, opened, order_id, drawPart(life.random, opened.amount))
}

async function captureTooMuch(life: Life, opened: Opened, order_id: string): Promise<void> {
  if ((await capture(life, opened, order_id, opened.amount + 1)) === "done")
    life.diary.surprises.push(`${opened.payment_id}: more was captured than authorized`)
}

async function captureAndRefund(life: Life, opened: Opened, order_id: string): Promise<void> {
  if ((await capture(life, opened, order_id, opened.amount)) !== "done") return
  await refund(life, opened, order_id, drawPart(life.random, opened.amount))
}
