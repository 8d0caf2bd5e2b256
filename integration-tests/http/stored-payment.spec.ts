import { randomUUID } from "node:crypto"
import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { problemIn } from "../../src/domain/errors"
import { newId } from "../../src/domain/secrets"
import { BankError } from "../../src/drivers/driver"
import { Calls } from "../../src/modules/bank/calls"
import { type Payment, toPayment } from "../../src/modules/bank/models/payment"
import { Payments } from "../../src/modules/bank/payments"
import { UnopenedPayments } from "../../src/modules/bank/unopened-payments"
import { storedPayment } from "../../src/modules/bank/stored-payment"
import { Agent } from "../support/agent"
import { allow } from "../support/approvals"
import { ledgerOf } from "../support/bank-ledger"
import { createSavedCard } from "../support/cards"
import { sql } from "../support/database"
import { captureInAdmin, refundInAdmin } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { orderOf, paid } from "../support/payments"
import { untilBlockedAt } from "../support/table-lock"
import { world } from "../support/world"

let database: Knex
let agent: Agent
beforeAll(async () => {
  database = knex({ client: "pg", connection: world().database_url })
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})
afterAll(() => database?.destroy())

async function rowOf(id: string): Promise<Payment> {
  const [row] = await sql<Record<string, unknown>>("select * from gw_payment where id = $1", [id])
  return toPayment(row ?? {})
}

async function storedOf(id: string) {
  return storedPayment(database, await rowOf(id))
}

describe("what a driver gets about a payment", () => {
  it("is the payment without operations before anything was moved [BANK-29]", async () => {
    const { artifacts } = await agent.createPayment({ amount: 10_000, capture: "manual" })
    const { merchant_reference, bank_payment_id } = await rowOf(artifacts.payment_id)
    expect(await storedOf(artifacts.payment_id)).toEqual({
      merchant_reference,
      bank_payment_id,
      intent: "preauth",
      amount: 10_000,
      currency: "EUR",
      status: "requires_action",
      age: expect.any(Number) as number,
      bank_token_id: null,
      operations: [],
      movements: [],
    })
  })

  it("has every operation with its own reference in order, and every recorded movement with its bank id [BANK-29]", async () => {
    const task = await paid(agent, { capture: "manual" })
    expect((await captureInAdmin(await orderOf(task))).status).toBe(200)
    for (const amount of [10, 10]) expect((await refundInAdmin(await orderOf(task), amount)).status).toBe(200)
    const { operations, movements, amount } = await storedOf(task.artifacts.payment_id)
    const { captures, refunds } = await ledgerOf(task.artifacts.payment_id)
    expect(operations).toEqual([
      { kind: "capture", merchant_reference: captures[0]?.merchant_reference, amount, status: "done" },
      ...refunds.map(({ merchant_reference }) => {
        return { kind: "refund", merchant_reference, amount: 1000, status: "done" }
      }),
    ])
    expect(movements).toEqual([
      ...captures.map(({ id, merchant_reference }) => ({ kind: "capture", id, amount, merchant_reference })),
      ...refunds.map(({ id, merchant_reference }) => {
        return { kind: "refund", id, amount: 1000, merchant_reference }
      }),
    ])
  })

  it("does not exist for an unknown payment", async () => {
    await expect(storedPayment(database, { id: "pay_none" } as Payment)).rejects.toThrow("no payment")
  })
})

/** A payment that no agent waits for. */
async function stored(changes: object = {}): Promise<Payment> {
  const row = {
    id: newId("pay"),
    origin: "order",
    intent: "sale",
    amount: 1500,
    currency: "EUR",
    description: "x",
    merchant_reference: newId("gwp"),
    idempotency_key: randomUUID(),
    provisioned_at: "now",
  }
  await database("gw_payment").insert({ ...row, ...changes })
  return rowOf(row.id)
}

describe("a bank call", () => {
  const open = (payment: Payment, end: () => Promise<unknown>) =>
    new Calls(database).once("gw_payment", payment, async ({ repeated }) => {
      await end()
      return repeated
    })
  const reject = (code: string) => () => {
    throw new BankError(code, "not_executed", code)
  }
  const outcomeOf = (call: Promise<unknown>) =>
    call.then(String, (error: Error) => (error instanceof BankError ? error.outcome : error.name))

  it("counts as the first again after the bank has certainly not executed it [BANK-43]", async () => {
    const payment = await stored()
    expect(await outcomeOf(open(payment, reject("rate_limited")))).toBe("not_executed")
    expect(await outcomeOf(open(payment, reject("invalid_request")))).toBe("not_executed")
    expect(await open(payment, async () => undefined)).toBe(false)
    expect(await outcomeOf(open(payment, reject("rate_limited")))).toBe("unknown")
    expect(await open(payment, async () => undefined)).toBe(true)
    await database("gw_payment").where({ id: payment.id }).delete()
  })

  it("counts as repeated if another attempt began before the first was rejected [BANK-43]", async () => {
    const payment = await stored()
    const first = open(payment, async () => {
      expect(await open(payment, async () => undefined)).toBe(true)
      reject("rate_limited")()
    })
    expect(await outcomeOf(first)).toBe("not_executed")
    expect(await open(payment, async () => undefined)).toBe(true)
    await database("gw_payment").where({ id: payment.id }).delete()
  })

  it.each(["declined", "canceled", "expired"])(
    "is not made for a payment that another process ends as %s meanwhile [BANK-52]",
    async (status) => {
      for (const bank_called_at of [null, "now"]) {
        const payment = await stored({ bank_called_at })
        const ending = await database.transaction()
        await ending("gw_payment").where({ id: payment.id }).update({ status })
        const outcome = outcomeOf(open(payment, async () => undefined))
        await untilBlockedAt("gw_payment").finally(() => ending.commit())
        expect(await outcome).toBe("CallEnded")
        expect(await sql("select bank_called_at from gw_payment where id = $1", [payment.id])).toMatchObject([
          { bank_called_at: bank_called_at && (expect.any(Date) as Date) },
        ])
        await database("gw_payment").where({ id: payment.id }).delete()
      }
    }
  )
})

describe("a payment whose call was rejected for now", () => {
  it.each([
    ["is opened later", { status: "created" }, "unknown"],
    ["is opened later, also after another such call", { status: "unknown" }, "unknown"],
    ["stays as it is if another process has ended it as interrupted", { status: "declined" }, "declined"],
    ["stays as it is if the bank has reported other data", { status: "manual_review" }, "manual_review"],
    [
      "stays as it is if the bank has opened it",
      { status: "requires_action", version: 1 },
      "requires_action",
    ],
  ])("%s [BANK-52]", async (_what, changes, expected) => {
    const { id } = await stored({ ...changes, next_check_at: null })
    await new UnopenedPayments(database).markUnknown(id)
    const [row] = await sql("select status, next_check_at from gw_payment where id = $1", [id])
    const next_check_at = expected === "unknown" ? (expect.any(Date) as Date) : null
    expect(row).toEqual({ status: expected, next_check_at })
    await database("gw_payment").where({ id }).delete()
  })
})

describe("a payment that is stored twice", () => {
  it.each([
    ["per day", {}],
    ["of a saved card", { card: true }],
  ])(
    "is refused as one in progress, and does not count twice toward the limit %s [ADM-14]",
    async (_, more) => {
      const shopping = await Agent.withScopes(
        "a2a:payments:read",
        "a2a:payments:create",
        "a2a:payments:tokenize"
      )
      const { client_id } = shopping
      const card_token_id = "card" in more ? (await createSavedCard(shopping)).token_id : null
      if (card_token_id) {
        const terms = JSON.stringify({ max_amount: 1500, max_per_month: 1500 })
        await sql("update gw_card_token set terms = terms || $2 where id = $1", [card_token_id, terms])
      } else await allow(client_id, { max_per_day: 1500 })
      const payment = {
        id: newId("pay"),
        client_id,
        card_token_id,
        bank_account: "default",
        origin: "order" as const,
        intent: "sale" as const,
        amount: 1500,
        currency: "EUR",
        description: "x",
        return_url: null,
      }
      const codeOf = (id: string) =>
        new Payments(database).prepare({ ...payment, id }).then(
          () => "stored",
          (error: unknown) => problemIn(error)?.code
        )
      expect(await codeOf(payment.id)).toBe("stored")
      expect(await codeOf(payment.id)).toBe("request_in_progress")
      expect(await codeOf(newId("pay"))).toBe(card_token_id ? "mandate_limit" : "spending_limit")
      await database("gw_payment").where({ client_id }).delete()
    }
  )
})

describe("a payment whose order could not be placed", () => {
  it.each([
    ["is deleted if the bank was not called", {}, []],
    ["is deleted if the bank did not open it", { bank_called_at: "now", status: "declined" }, []],
    ["is ended as interrupted if its call is in progress", { bank_called_at: "now" }, [null]],
    [
      "is ended as interrupted if the outcome is unknown",
      { bank_called_at: "now", status: "unknown" },
      [null],
    ],
    ["stays as it is if the bank has answered", { bank_called_at: "now", version: 1 }, ["provisioned"]],
  ])("%s [BANK-52]", async (_what, changes, expected) => {
    const { id } = await stored(changes)
    await new UnopenedPayments(database).abandon(id)
    const left: { provisioned_at: Date | null }[] = await database("gw_payment").where({ id })
    expect(left.map(({ provisioned_at }) => provisioned_at && "provisioned")).toEqual(expected)
    await database("gw_payment").where({ id }).delete()
  })
})
