import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { clearFaults, fault, ledgerOf, performEffects } from "../support/bank-ledger"
import { expectBooks } from "../support/books"
import { Buyer } from "../support/buyer"
import { tokensAtBank } from "../support/cards"
import { forEachStep, inCrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import {
  expectMovedOnce,
  InterruptedMovements,
  type Movement,
  request,
} from "../support/interrupted-movements"
import { eventuallyRunning, pauseJob, runJobAlone } from "../support/jobs"
import { adminGet, orderNumber, refundInAdmin, refundsOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { orderOf, paid } from "../support/payments"
import {
  boughtWithCard,
  erase,
  erased,
  erasureIn,
  exported,
  type NewCustomer,
  newCustomer,
  rowsNaming,
} from "../support/privacy"
import { Receiver } from "../support/receiver"
import { auditOf, tracePayment } from "../support/staff"
import { type Bought, orderThroughUcp, stockUp } from "../support/ucp-orders"

/** Each step with one kind of movement: between the steps, all three kinds share the same code. */
const CUT_SHORT = [
  ["refund", "movement_requested"],
  ["capture", "operation_executed"],
  ["void", "operation_executed"],
  ["capture", "effect_done"],
  ["refund", "movement_made"],
] as const

/** The last step is inside a transaction. */
const ERASURE_STEPS = ["erasure_begun", "erasure_committed", "erasure_made"] as const

/** A customer whose erasure is interrupted. */
interface CutErasure {
  readonly customer: NewCustomer
  readonly card: string
  /** The rows that name the customer before and after the crash. */
  before: string[]
  after: string[]
}

/** The store crashes while staff move money or erase a customer. Each must be done once and completely. */
describe("a store that stops while staff", () => {
  const crash = inCrashingWorld()
  let agent: Agent
  let receiver: Receiver
  let unrepeated: Movement
  /** An order refunded in Medusa's own page. Medusa has not written the credit line yet. */
  let refunded: Task
  /** An order that its agent cancels: at first the bank rejects it temporarily, then the store is killed. */
  let canceled: Bought
  let buyer: Buyer
  let erasures: Record<(typeof ERASURE_STEPS)[number], CutErasure>
  const bank = { paid: (input: Record<string, unknown>) => paid(agent, input), capture_amount: 2500 }
  const movements = new InterruptedMovements(crash, bank, CUT_SHORT)
  let resume: (() => Promise<void>) | undefined

  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await stockUp()
    receiver = await Receiver.listen()
    erasures = await forEachStep(ERASURE_STEPS, shopper)
    await movements.prepare()
    unrepeated = await movements.movement("refund", "operation_begun")
    buyer = await Buyer.forGuests()
    canceled = await orderThroughUcp(buyer)
  })
  afterAll(async () => {
    receiver?.close()
    await resume?.()
  })

  beforeAll(async () => {
    await crash.freezeAt("operation_begun", () => request(unrepeated), unrepeated.task.artifacts.payment_id)
    await movements.freeze()
    const headers = { "idempotency-key": randomUUID() }
    const cancel = () => buyer.send(`/orders/${canceled.id}/cancel`, { headers })
    await fault({ scope: { operation: "refund" }, api: { status: 429 } })
    expect((await cancel()).status).toBe(503)
    await clearFaults()
    await crash.freezeAt("operation_executed", cancel, canceled.payment_id)
    for (const step of ERASURE_STEPS) {
      const { customer } = erasures[step]
      erasures[step].before = await rowsNaming(customer.name)
      await crash.freezeAt(step, () => erase(customer))
    }
    refunded = await paid(agent)
    await crash.stopWriting("order_change", async () => refundInAdmin(await orderOf(refunded), 30))
    await movements.kill()
    for (const erasure of Object.values(erasures)) erasure.after = await rowsNaming(erasure.customer.name)
    resume = await pauseJob("end-interrupted")
    await movements.repeat()
  })

  async function shopper(): Promise<CutErasure> {
    const customer = await newCustomer()
    await boughtWithCard(await Buyer.forPerson(customer), receiver, customer.name)
    const [card] = (await exported(customer)).cards
    return { customer, card: String(card?.token_id), before: [], after: [] }
  }

  it.each(CUT_SHORT)("%s, at %s, moves the money once for the repeated key [ADM-08]", (kind, step) =>
    movements.expectMadeOnce(kind, step)
  )

  it("refund without repeating the request refunds once, with an audit log entry", async () => {
    const { payment_id } = unrepeated.task.artifacts
    await sql(
      `update gw_bank_operation set updated_at = now() - interval '20 seconds'
        where status = 'requested' and payment_id = $1`,
      [payment_id]
    )
    await eventually(async () => {
      const { refunded_amount } = await tracePayment(payment_id)
      return refunded_amount ? true : undefined
    })
    await expectMovedOnce(unrepeated)
    expect(await auditOf(payment_id, "payment_refund_requested")).toHaveLength(1)
  })

  it("refund in Medusa's own page, before the credit line, leaves nothing outstanding [BANK-73]", async () => {
    const { payment_id } = refunded.artifacts
    await expectBooks(refunded, [100], [30])
    expect((await orderOf(refunded)).summary).toMatchObject({ pending_difference: 30 })
    await sql("update gw_refund_baseline set written_at = written_at - interval '5 minutes'")
    await runJobAlone("end-interrupted")
    await runJobAlone("end-interrupted")
    const { summary, credit_lines } = await orderOf(refunded)
    expect(summary).toMatchObject({ pending_difference: 0, current_order_total: 70, refunded_total: 30 })
    expect(credit_lines).toMatchObject([{ amount: 30, reference: "payment", reference_id: payment_id }])
    expect(await sql("select order_id from gw_refund_baseline")).toEqual([])
  })

  it("while an agent cancels an order, completes the cancellation without a repeated request [BANK-69]", async () => {
    const { id, payment_id } = canceled
    await sql(
      "update gw_order_cancellation set created_at = created_at - interval '5 minutes' where payment_id = $1",
      [payment_id]
    )
    await eventuallyRunning(["reconcile-payments", "end-interrupted"], async () => {
      const { status } = await orderNumber(Number(id))
      return status === "canceled" || undefined
    })
    await performEffects(payment_id)
    const { amounts } = await ledgerOf(payment_id)
    expect([amounts.captured, amounts.refunded]).toEqual([amounts.captured, amounts.captured])
    expect(refundsOf(await orderNumber(Number(id)))).toEqual([amounts.captured / 100])
    const open = "select 1 from gw_order_cancellation where payment_id = $1 and ended_at is null"
    expect(await sql(open, [payment_id])).toEqual([])
  })

  describe("erase a customer", () => {
    it.each(["erasure_made", "erasure_committed"] as const)(
      "at %s, erases the customer once when they repeat the request [ADM-20]",
      async (step) => {
        const { customer, card, before, after } = erasures[step]
        expect(before).not.toEqual([])
        // Either everything is erased or nothing.
        if (step === "erasure_committed") expect(after).toEqual([])
        else expect(after.length).toBeGreaterThanOrEqual(before.length)
        const erasure = await erasureIn(erase(customer))
        expect(await erasureIn(erase(customer))).toEqual(erasure)
        await expectForgotten(customer, card, erasure.id)
      }
    )

    it("without repeating the request, erases the customer a little later", async () => {
      const { customer, card } = erasures.erasure_begun
      await sql(
        `update gw_erasure set requested_at = now() - interval '3 minutes'
          where done_at is null and customer_id = $1`,
        [customer.id]
      )
      const { id } = await eventually(async () => {
        const [done] = await sql<{ id: string }>(
          "select id from gw_erasure where customer_id = $1 and done_at is not null",
          [customer.id]
        )
        return done
      })
      await expectForgotten(customer, card, id)
    })

    async function expectForgotten(customer: NewCustomer, card: string, id: string): Promise<void> {
      expect(await rowsNaming(customer.name)).toEqual([])
      expect(await exported(customer)).toMatchObject(erased(id))
      await sql("update gw_card_token set next_check_at = now() where id = $1 and status <> 'revoked'", [
        card,
      ])
      await eventually(async () => {
        const [token] = await tokensAtBank(card)
        return token?.status === "revoked" ? token : undefined
      })
      const path = "/admin/agentic-commerce/audit?type=customer_erased&limit=100"
      const { entries } = await adminGet<{ entries: { actor_id: string; detail: { id: string } }[] }>(path)
      const own = entries.filter(({ detail }) => detail.id === id)
      expect(own).toMatchObject([{ actor_id: expect.stringMatching(/^user_/) as string }])
    }
  })
})
