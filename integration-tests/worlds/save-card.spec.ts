import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { clearFaults, fault, ledgerOf, performEffects, turn } from "../support/bank-ledger"
import { runPlannedLookup, cardRow, tokensAtBank } from "../support/cards"
import { sql } from "../support/database"
import { lookUpNow } from "../support/lookups"
import { capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { refusalsOf } from "../support/policy"
import { CARDS, authenticate } from "../support/shopper"
import { inOwnWorld } from "../support/own-world"
import { everySetting } from "../support/store-keys"

inOwnWorld(everySetting())

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:tokenize")
})
afterEach(() => clearFaults())

const SAVE = { usage: "unscheduled", customer_reference: "customer-7", terms: { max_amount: 5000 } }

/** A payment the customer has authenticated, with a request to save its card. */
async function paid(input: object = {}, card: string = CARDS.approved): Promise<Task> {
  const { task_id, artifacts } = await agent.createPayment({ save_card: SAVE, ...input })
  await authenticate(artifacts.sca_redirect_url, "approve", card)
  return agent.settled(task_id)
}

async function cardsOf({ artifacts }: Task): Promise<{ id: string; status: string }[]> {
  return sql("select id, status from gw_card_token where payment_id = $1", [artifacts.payment_id])
}

describe("create_payment with save_card", () => {
  it("saves the card with the payment's own authentication, and returns it when the payment is settled [A2A-45]", async () => {
    const { task_id, artifacts } = await agent.createPayment({ save_card: SAVE })
    expect(artifacts.card).toBeUndefined()
    await authenticate(artifacts.sca_redirect_url, "approve", CARDS.mastercard)
    const task = await agent.settled(task_id)
    expect(task.state).toBe("completed")
    expect(task.artifacts.card).toEqual({
      token_id: expect.stringMatching(/^card_[0-9a-f]{24}$/) as string,
      brand: "mastercard",
      last4: "4444",
      exp_month: 12,
      exp_year: new Date().getFullYear() + 3,
      status: "active",
      usage: "unscheduled",
    })
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([15])
    const [token] = await tokensAtBank(task.artifacts.card?.token_id ?? "")
    expect(token).toMatchObject({ status: "active", customer_reference: "customer-7" })
    expect(token?.terms).toMatchObject(SAVE.terms)
    expect(JSON.stringify(task)).not.toContain(token?.id)
  })

  it("saves a card that can be charged within the limit the customer agreed to [A2A-45, A2A-46]", async () => {
    const { card } = (await paid()).artifacts
    const charge = (amount: number) =>
      agent.send("recurrent_charge", { token_id: card?.token_id, amount, currency: "EUR" })
    expect((await charge(5000)).body.result.state).toBe("completed")
    expect((await charge(5001)).body.error.data).toMatchObject({ code: "mandate_limit", max: 5000 })
  })

  it("saves the card also when the amount is only authorized [A2A-45, A2A-49]", async () => {
    const { artifacts } = await paid({ capture: "manual" })
    expect([artifacts.payment.status, artifacts.card?.status]).toEqual(["authorized", "active"])
  })

  it("saves no card when the payment is declined, or without the request", async () => {
    const declined = await paid({}, CARDS.do_not_honor)
    expect([declined.state, declined.artifacts.card, await cardsOf(declined)]).toEqual([
      "failed",
      undefined,
      [],
    ])
    const plain = await paid({ save_card: undefined })
    expect([plain.artifacts.card, await cardsOf(plain)]).toEqual([undefined, []])
  })

  it.each([
    ["five simultaneous notifications about the payment", { type: "payment.captured" }, { duplicate: 4 }],
    ["five simultaneous notifications about the card", { type: "token.activated" }, { duplicate: 4 }],
    ["no notifications about the card", { type: "token.activated" }, { drop: true }],
    ["notifications in the wrong order", { times: 2 }, { reorder_window: 2 }],
  ])("saves the card once when there are %s [A2A-45]", async (_, scope, ipn) => {
    await fault({ scope, ipn })
    const { task_id, artifacts } = await agent.createPayment({ save_card: SAVE })
    await authenticate(artifacts.sca_redirect_url)
    await turn("flush")
    const task = await agent.settled(task_id)
    await performEffects(artifacts.payment_id)
    expect(task.artifacts.card?.status).toBe("active")
    expect(await cardsOf(task)).toEqual([{ id: task.artifacts.card?.token_id, status: "active" }])
    // In the end the row has the bank's own version of the card, whether or not a notification arrived.
    await runPlannedLookup(String(task.artifacts.card?.token_id))
    await eventually(async () => (Number((await cardOf(task)).version) > 1 ? true : undefined))
  })

  it("recognizes a card that was revoked before the store knew it was saved [A2A-45]", async () => {
    await fault({ scope: { type: "payment.captured", times: 1 }, ipn: { drop: true } })
    const { task_id, artifacts } = await agent.createPayment({ save_card: SAVE })
    await sql("update gw_payment set next_check_at = null where id = $1", [artifacts.payment_id])
    const { status } = await authenticate(artifacts.sca_redirect_url)
    expect(status).toBe("captured")
    await turn("revoke", { token_id: await tokenIdAtBank(artifacts.payment_id) })
    await turn("flush")
    await lookUpNow(artifacts.payment_id)
    const task = await agent.settled(task_id)
    expect(task.state).toBe("completed")
    await runPlannedLookup(String(task.artifacts.card?.token_id))
    await eventually(async () => ((await cardOf(task)).status === "revoked" ? true : undefined))
  })

  it("is rejected without the scope to save cards, with an audit log entry [AUTH-12, AUTH-21]", async () => {
    const other = await Agent.withScopes("a2a:payments:create")
    await other.createPayment()
    expect(await refusalsOf(other.client_id)).toEqual({})
    const { status, body } = await other.send("create_payment", {
      amount: 1500,
      currency: "EUR",
      save_card: SAVE,
    })
    expect(status).toBe(403)
    expect(body.error.data).toMatchObject({
      code: "scope_denied",
      required_scope: "a2a:payments:tokenize",
    })
    expect(await refusalsOf(other.client_id)).toEqual({ scope_denied: 1 })
  })

  const refused: [string, object, string][] = [
    ["no usage", { ...SAVE, usage: undefined }, "save_card.usage"],
    ["an unknown usage", { ...SAVE, usage: "sometimes" }, "save_card.usage"],
    ["no customer_reference", { ...SAVE, customer_reference: undefined }, "save_card.customer_reference"],
    ["a limit of 0", { ...SAVE, terms: { max_amount: 0 } }, "save_card.terms.max_amount"],
    ["unknown members", { ...SAVE, token: "tok_1" }, "save_card.token"],
  ]
  it.each(refused)("rejects %s as invalid_params [A2A-34, ERR-10]", async (_, save_card, path) => {
    const { body } = await agent.send("create_payment", { amount: 1500, currency: "EUR", save_card })
    expect(body.error).toMatchObject({ code: -32602, data: { code: "invalid_params" } })
    expect((body.error.data.issues as { path: string }[]).map((issue) => issue.path)).toContain(path)
  })
})

const cardOf = ({ artifacts }: Task) => cardRow(artifacts.card?.token_id ?? "")

async function tokenIdAtBank(payment_id: string): Promise<string> {
  const { token_id } = (await ledgerOf(payment_id)) as unknown as { token_id: string }
  return token_id
}
