import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Step } from "../../src/failpoints"
import { Agent, type Task, eventually } from "../support/agent"
import { ledgerOf } from "../support/bank-ledger"
import { expectBooks } from "../support/books"
import { Buyer } from "../support/buyer"
import { tokensAtBank } from "../support/cards"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { adminGet } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { paid } from "../support/payments"
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
import { act, auditOf, tracePayment } from "../support/staff"
import { newEncryptionKey } from "../support/store-keys"
import { stockUp } from "../support/ucp-orders"

type Kind = "capture" | "void" | "refund"

/** The power goes while the merchant's staff move money, or have a person forgotten: it is done once, and wholly. */
describe("a store that stops while staff", () => {
  let crashing: CrashingWorld
  let agent: Agent

  beforeAll(async () => {
    crashing = await CrashingWorld.start({
      GW_ENCRYPTION_KEY: newEncryptionKey(),
      GW_ALLOW_PRIVATE_NETWORKS: "true",
    })
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  afterAll(() => crashing?.stop())

  const PAID: Record<Kind, Record<string, unknown>> = {
    capture: { capture: "manual" },
    void: { capture: "manual" },
    refund: {},
  }

  /** Each step with one of them: what is between the steps is the same code for all three. */
  const CUT_SHORT: readonly (readonly [Kind, Step])[] = [
    ["refund", "movement_asked"],
    ["capture", "operation_executed"],
    ["void", "operation_executed"],
    ["capture", "effect_done"],
    ["refund", "movement_made"],
  ]

  it.each(CUT_SHORT)(
    "%s, at %s, moves the money once for the key it is asked with again [ADM-08]",
    async (kind, step) => {
      const task = await paid(agent, PAID[kind])
      const { payment_id } = task.artifacts
      const body = kind === "void" ? {} : { amount: 2500 }
      const ask = () => act(payment_id, kind, body, `${kind}-${step}`)
      await crashing.crashAt(step, () => ask().catch(() => undefined))
      await claimsRunOut()
      const again = await ask()
      expect(again).toMatchObject({ status: 200, body: { is_pending: false } })
      await expectMovedOnce(kind, task)
      expect(await ask()).toEqual(again)
      expect(await auditOf(payment_id, `payment_${kind}_asked`)).toMatchObject([
        { actor_type: "user", actor_id: expect.stringMatching(/^user_/) as string },
      ])
    }
  )

  it("refund, and never ask again, moves it once all the same: it is in the audit that they wanted it", async () => {
    const task = await paid(agent)
    await crashing.crashAt("operation_begun", () =>
      act(task.artifacts.payment_id, "refund", { amount: 2500 }).catch(() => undefined)
    )
    await sql(
      "update gw_bank_operation set updated_at = now() - interval '20 seconds' where status = 'requested'"
    )
    await eventually(async () => {
      const { refunded_amount } = await tracePayment(task.artifacts.payment_id)
      return refunded_amount ? true : undefined
    }, 40)
    await expectMovedOnce("refund", task)
    expect(await auditOf(task.artifacts.payment_id, "payment_refund_asked")).toHaveLength(1)
  })

  describe("have a customer erased", () => {
    let receiver: Receiver
    let shoppers: { customer: NewCustomer; card: string }[]

    beforeAll(async () => {
      await stockUp()
      receiver = await Receiver.listen()
      shoppers = await Promise.all([shopper(), shopper(), shopper()])
    })
    afterAll(() => receiver?.close())

    const next = () => shoppers.shift() as (typeof shoppers)[number]

    async function shopper(): Promise<(typeof shoppers)[number]> {
      const customer = await newCustomer()
      await boughtWithCard(await Buyer.forPerson(customer), receiver, customer.name)
      const [card] = (await exported(customer)).cards
      return { customer, card: String(card?.token_id) }
    }

    it.each(["erasure_made", "erasure_committed"] as const)(
      "at %s, erases all of him once when they ask again [ADM-20]",
      async (step) => {
        const { customer, card } = next()
        const held = await rowsNaming(customer.name)
        await crashing.crashAt(step, () => erase(customer).catch(() => undefined))
        // All of it, or nothing.
        if (step === "erasure_committed") expect(await rowsNaming(customer.name)).toEqual([])
        else expect((await rowsNaming(customer.name)).length).toBeGreaterThanOrEqual(held.length)
        const erasure = await erasureIn(erase(customer))
        expect(await erasureIn(erase(customer))).toEqual(erasure)
        await expectForgotten(customer, card, erasure.id)
      }
    )

    it("and do not ask again, erases all of him a little later by itself", async () => {
      const { customer, card } = next()
      await crashing.crashAt("erasure_begun", () => erase(customer).catch(() => undefined))
      await sql("update gw_erasure set requested_at = now() - interval '3 minutes' where done_at is null")
      const { id } = await eventually(async () => {
        const [done] = await sql<{ id: string }>(
          "select id from gw_erasure where customer_id = $1 and done_at is not null",
          [customer.id]
        )
        return done
      }, 60)
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
      }, 40)
      const path = "/admin/agentic-commerce/audit?type=customer_erased&limit=100"
      const { entries } = await adminGet<{ entries: { actor_id: string; detail: { id: string } }[] }>(path)
      const own = entries.filter(({ detail }) => detail.id === id)
      expect(own).toMatchObject([{ actor_id: expect.stringMatching(/^user_/) as string }])
    }
  })
})

/** The bank, the order and the books have what was asked for, once. */
async function expectMovedOnce(kind: Kind, task: Task): Promise<void> {
  const { payment_id } = task.artifacts
  if (kind === "refund") await expectBooks(task, [100], [25])
  else await expectBooks(task, kind === "capture" ? [25] : [])
  const { captures, refunds, status } = await ledgerOf(payment_id)
  expect([captures.length, refunds.length]).toEqual([kind === "void" ? 0 : 1, kind === "refund" ? 1 : 0])
  if (kind === "void") expect(status).toBe("voided")
}

/** As when the seconds for which the store that died had its requests to itself have passed. */
const claimsRunOut = () => sql("update gw_idempotency set leased_until = now() where answer is null")
