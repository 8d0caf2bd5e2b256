import { randomUUID } from "node:crypto"
import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { newId } from "../../src/domain/secrets"
import { Calls } from "../../src/modules/bank/calls"
import { Cards } from "../../src/modules/bank/cards"
import { sql } from "../support/database"
import { untilBlockedAt } from "../support/table-lock"
import { world } from "../support/world"

let database: Knex
beforeAll(() => {
  database = knex({ client: "pg", connection: world().database_url })
})
afterAll(() => database?.destroy())

const TERMS = { max_amount: 5000, max_per_month: 5000, expires_at: "2099-01-01T00:00:00Z" }

/** A stored card that no job queries. */
async function stored(changes: object): Promise<{ id: string; idempotency_key: string }> {
  const card = { id: newId("card"), idempotency_key: randomUUID() }
  await database("gw_card_token").insert({
    ...card,
    client_id: "client",
    merchant_reference: newId("gwt"),
    customer_reference: "customer-7",
    currency: "EUR",
    usage: "recurring",
    terms: TERMS,
    next_check_at: null,
    ...changes,
  })
  return card
}

const remove = (id: string) => database("gw_card_token").where({ id }).delete()

describe("a card whose call was rejected for now", () => {
  it.each([
    ["is saved later", { status: "created" }, "unknown"],
    ["is saved later, also after another such call", { status: "unknown" }, "unknown"],
    ["stays as it is if it has ended meanwhile", { status: "failed" }, "failed"],
    ["stays as it is if it was saved meanwhile", { status: "active" }, "active"],
    ["stays as it is if the bank has reported other data", { status: "manual_review" }, "manual_review"],
    [
      "stays as it is if the bank's page is open",
      { status: "requires_action", version: 1 },
      "requires_action",
    ],
  ])("%s [BANK-15]", async (_what, changes, expected) => {
    const { id } = await stored(changes)
    await new Cards(database).markUnknown(id)
    const [row] = await sql("select status, next_check_at from gw_card_token where id = $1", [id])
    const next_check_at = expected === "unknown" ? (expect.any(Date) as Date) : null
    expect(row).toEqual({ status: expected, next_check_at })
    await remove(id)
  })
})

describe("the call that saves a card", () => {
  it.each(["failed", "revoked"])(
    "is not made if another process ends the card as %s meanwhile",
    async (status) => {
      const card = await stored({})
      const ending = await database.transaction()
      await ending("gw_card_token").where({ id: card.id }).update({ status })
      let is_called = false
      const row = { ...card, bank_account: "default" }
      const call = new Calls(database).once("gw_card_token", row, async () => void (is_called = true))
      const outcome = call.catch((error: Error) => error.name)
      await untilBlockedAt("gw_card_token").finally(() => ending.commit())
      expect([await outcome, is_called]).toEqual(["CallEnded", false])
      await remove(card.id)
    }
  )
})
