import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { callsSince, performEffects } from "../support/bank-ledger"
import { ANA, BERLIN, Buyer } from "../support/buyer"
import { cardRow, runPlannedLookup, scheduleLookup } from "../support/cards"
import { type CatalogReader, openCatalog } from "../support/catalog"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { lookUpNow } from "../support/lookups"
import { capturesOf, orderNumber, refundInAdmin, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { limited } from "../support/purchases"
import {
  notifyAgain,
  openRedsys,
  parametersOf,
  redsysFormAt,
  redsysFormOf,
  redsysStore,
} from "../support/redsys-store"
import { openRedsysPage, payAtRedsys, payByBizum, REDSYS_CARDS } from "../support/redsys-shopper"
import { charging, savingCard } from "../support/saved-cards"
import { world } from "../support/world"

const own = inOwnWorld(redsysStore())

let agent: Agent
let catalog: CatalogReader
beforeAll(async () => {
  await openRedsys(own())
  catalog = await openCatalog()
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:tokenize")
})

const SAVE_CARD = { usage: "recurring", customer_reference: "customer-7", terms: { max_amount: 20_000 } }

/** Opens a payment that also saves the card. */
const opened = () => agent.createPayment({ save_card: SAVE_CARD })

/** Pays, saves the card, and returns the store's id of it. */
async function saved(number?: string): Promise<string> {
  const task = await opened()
  const { url, fields } = await redsysFormOf(task)
  await payAtRedsys(url, fields, number)
  const { artifacts } = await agent.settled(task.task_id)
  return String(artifacts.card?.token_id)
}

async function charge(token_id: string, amount = 2500): Promise<Task> {
  const { body } = await agent.send("recurrent_charge", { token_id, amount, currency: "EUR" })
  if (!body.result) throw new Error(`recurrent_charge answered ${JSON.stringify(body.error)}`)
  return body.result
}

/** The simulator executes a charge whose amount ends with 68, and not one with 69; it answers neither. */
async function unansweredCharge(token_id: string, amount: 2568 | 2569) {
  const { body } = await agent.send("recurrent_charge", { token_id, amount, currency: "EUR" })
  const { code, task_id, payment_id } = body.error.data
  expect(code).toBe("bank_unavailable")
  return { task_id: String(task_id), payment_id: String(payment_id) }
}

async function refusalOf(token_id: string) {
  const { body } = await agent.send("recurrent_charge", { token_id, amount: 2500, currency: "EUR" })
  return body.error.data
}

async function expectPaidOnce({ artifacts }: Task, major: number): Promise<void> {
  await performEffects(artifacts.payment_id)
  const order = await orderNumber(artifacts.shop_order_id)
  expect([order.payment_status, capturesOf(order), timesPlaced(order)]).toEqual(["captured", [major], 1])
}

async function expectCanceled({ artifacts }: Task): Promise<void> {
  await performEffects(artifacts.payment_id)
  const order = await orderNumber(artifacts.shop_order_id)
  expect([order.status, capturesOf(order)]).toEqual(["canceled", []])
}

/** The paths of the store's calls to Redsys after those of the log so far. */
async function callsDuring(act: () => Promise<unknown>): Promise<string[]> {
  const since = (await callsSince()).at(-1)?.seq ?? 0
  await act()
  const calls = await callsSince(since)
  return calls.map(({ path }) => path.split("/").at(-1) ?? "")
}

const CALL = "trataPeticionREST"
const QUERY = "SerClsWSConsulta"

describe("a card saved with a payment at Redsys [REDSYS-11]", () => {
  it("is offered to agents: saving with a payment, and charges, but no saving on its own", async () => {
    const card = await fetch(`${world().base_url}/.well-known/agent-card.json`)
    const { skills } = (await card.json()) as { skills: { id: string }[] }
    const ids = skills.map(({ id }) => id)
    expect(ids).toContain("recurrent_charge")
    expect(ids).not.toContain("tokenize_card")
    const input = { customer_reference: "customer-7", currency: "EUR", terms: { max_amount: 20_000 } }
    const { body } = await agent.send("tokenize_card", input)
    expect([body.result, body.error.data.code]).toEqual([undefined, "invalid_state"])
  })

  it("is requested with its kind of charges, and reported with the task", async () => {
    const task = await opened()
    const form = await redsysFormOf(task)
    expect(parametersOf(form)).toMatchObject({
      DS_MERCHANT_IDENTIFIER: "REQUIRED",
      DS_MERCHANT_COF_INI: "S",
      DS_MERCHANT_COF_TYPE: "R",
    })
    await payAtRedsys(form.url, form.fields)
    const settled = await agent.settled(task.task_id)
    expect(settled).toMatchObject({
      state: "completed",
      artifacts: {
        payment: { status: "captured" },
        card: { brand: "visa", last4: "0003", exp_month: 12, exp_year: 2049, status: "active" },
      },
    })
    await expectPaidOnce(settled, 15)
    expect(JSON.stringify(settled)).not.toContain((await cardRow(cardOf(settled))).bank_token_id)
  })

  it("is not saved with a payment by Bizum", async () => {
    const input = { amount: 1500, currency: "EUR", method: "bizum", save_card: SAVE_CARD }
    const { body } = await agent.send("create_payment", input)
    expect(body.error.data).toMatchObject({ code: "invalid_params", issues: [{ path: "save_card" }] })
  })

  it("is not saved when the payment does not ask for it", async () => {
    const task = await agent.createPayment()
    const form = await redsysFormOf(task)
    expect(parametersOf(form)).not.toHaveProperty("DS_MERCHANT_IDENTIFIER")
    await payAtRedsys(form.url, form.fields)
    expect((await agent.settled(task.task_id)).artifacts.card).toBeUndefined()
  })

  it.each([
    ["the query has found the payment", async () => undefined],
    ["the payment found by the query was refunded", refundInFull],
  ])("is saved once by a notification that arrives after %s", async (_, meanwhile) => {
    const task = await opened()
    const { url, fields } = await redsysFormOf(task)
    await own().killStore()
    await payAtRedsys(url, fields)
    await own().startStore()
    await lookUpNow(task.artifacts.payment_id)
    await expectPaidOnce(await agent.settled(task.task_id), 15)
    const rows = () =>
      sql("select status from gw_card_token where payment_id = $1", [task.artifacts.payment_id])
    expect(await rows()).toEqual([])
    await meanwhile(task)
    await Promise.all([1, 2, 3].map(() => notifyAgain(task)))
    await eventually(async () => ((await rows()).length ? true : undefined))
    expect(await rows()).toEqual([{ status: "active" }])
    const order = await orderNumber(task.artifacts.shop_order_id)
    expect([capturesOf(order), timesPlaced(order)]).toEqual([[15], 1])
  })
})

async function refundInFull({ artifacts }: Task): Promise<void> {
  expect((await refundInAdmin(await orderNumber(artifacts.shop_order_id), 15)).status).toBe(200)
}

const cardOf = ({ artifacts }: Task) => String(artifacts.card?.token_id)

describe("a charge of a card saved at Redsys [REDSYS-12]", () => {
  it("pays an order without the customer, once and again", async () => {
    const token_id = await saved()
    for (const amount of [2500, 1999]) {
      const task = await charge(token_id, amount)
      expect(task).toMatchObject({ state: "completed", artifacts: { payment: { card: { last4: "0003" } } } })
      expect(task.artifacts.sca_redirect_url).toBeUndefined()
      await expectPaidOnce(task, amount / 100)
    }
  })

  it("that is declined cancels its order, and leaves the card active", async () => {
    const token_id = await saved()
    const task = await charge(token_id, 2596)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "do_not_honor"])
    await expectCanceled(task)
    await runPlannedLookup(token_id)
    await expectPaidOnce(await charge(token_id), 25)
  })

  it("that is declined for good ends the card", async () => {
    const token_id = await saved()
    const task = await charge(token_id, 2573)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "token_revoked"])
    await expectCanceled(task)
    await runPlannedLookup(token_id)
    expect(await refusalOf(token_id)).toMatchObject({ code: "invalid_state", status: "revoked" })
  })

  it("above the customer's mandate is refused, although Redsys knows no limit", async () => {
    const token_id = await saved()
    const sent = await callsDuring(async () => {
      const { body } = await agent.send("recurrent_charge", { token_id, amount: 20_001, currency: "EUR" })
      expect(body.error.data).toMatchObject({ code: "mandate_limit" })
    })
    expect(sent).toEqual([])
  })

  it("with a lost answer is queried, found and not sent again", async () => {
    const token_id = await saved()
    const { task_id, payment_id } = await unansweredCharge(token_id, 2568)
    const calls = await callsDuring(() => lookUpNow(payment_id))
    expect(calls).toEqual([QUERY])
    await expectPaidOnce(await agent.settled(task_id), 25.68)
  })

  it("with a lost answer that was not executed is queried before each retry, and fails in the end", async () => {
    const token_id = await saved()
    const { task_id, payment_id } = await unansweredCharge(token_id, 2569)
    const calls = await callsDuring(() => lookUpNow(payment_id))
    expect([calls.at(0), calls.at(-2), calls.filter((call) => call === CALL)]).toEqual([QUERY, QUERY, [CALL]])
    await sql("update gw_payment set created_at = created_at - interval '20 minutes' where id = $1", [
      payment_id,
    ])
    expect(await callsDuring(() => lookUpNow(payment_id))).toEqual([QUERY])
    const task = await agent.settled(task_id)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "not_executed"])
    await expectCanceled(task)
  })

  it("is recorded once after the store was killed before it had read the answer", async () => {
    const token_id = await saved()
    const act = () => agent.send("recurrent_charge", { token_id, amount: 3333, currency: "EUR" })
    const calls = await callsDuring(async () => {
      await new CrashingWorld(own).crashAt("bank_answered", act)
      const [row] = await sql<{ id: string }>("select id from gw_payment where amount = 3333")
      await lookUpNow(String(row?.id))
    })
    expect(calls.filter((call) => call === CALL)).toEqual([CALL])
    const [row] = await sql<{ task_id: string }>(
      "select t.id as task_id from gw_task t join gw_payment p on p.id = t.waits_for where p.amount = 3333"
    )
    await expectPaidOnce(await agent.settled(String(row?.task_id)), 33.33)
  })
})

describe("the end of a card saved at Redsys [REDSYS-11]", () => {
  it("deletes it there, and it is neither charged before nor after", async () => {
    const token_id = await saved()
    // A removal in the customer's app.
    await sql("update gw_card_token set revoke_requested_at = now() where id = $1", [token_id])
    expect(await refusalOf(token_id)).toMatchObject({ code: "invalid_state", status: "revoked" })
    expect(await callsDuring(() => scheduleLookup(token_id, "now()"))).toEqual([CALL])
    expect(await cardRow(token_id)).toMatchObject({ status: "revoked", next_check_at: null })
    // Redsys refuses a charge, also when the store believes the card to be active.
    await sql("update gw_card_token set status = 'active', revoke_requested_at = null where id = $1", [
      token_id,
    ])
    const task = await charge(token_id)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "token_not_active"])
    await expectCanceled(task)
    await runPlannedLookup(token_id)
    expect(await cardRow(token_id)).toMatchObject({ status: "revoked" })
  })
})

describe("the customer of a checkout [REDSYS-14]", () => {
  it("is passed on to Redsys with their name, email and address, and never logged", async () => {
    const item = await limited(catalog, 100, "Astrolabe")
    const buyer = await Buyer.forCustomer()
    const escalated = await buyer.escalated([[item, 1]])
    const form = await redsysFormAt(String(escalated.continue_url))
    expect(parametersOf(form)).toMatchObject({
      DS_MERCHANT_EMV3DS: {
        email: ANA.email,
        cardholderName: "Ana Pop",
        shipAddrLine1: BERLIN.street_address,
        shipAddrCity: "Berlin",
        shipAddrPostCode: "10969",
        shipAddrCountry: "276",
      },
    })
    const log = readFileSync(world().log_file, "utf8")
    expect(log).not.toContain(BERLIN.street_address)
    expect(log).not.toContain(ANA.email)
  })
})

describe("the customer of a checkout who has Bizum [REDSYS-13]", () => {
  it("chooses it on Redsys' page, which completes the checkout", async () => {
    const item = await limited(catalog, 100, "Compass")
    const buyer = await Buyer.forCustomer()
    const escalated = await buyer.escalated([[item, 1]])
    const form = await redsysFormAt(String(escalated.continue_url))
    expect(parametersOf(form)).not.toHaveProperty("DS_MERCHANT_PAYMETHODS")
    await payByBizum(form.url, form.fields)
    await buyer.becomes(escalated.id, "completed")
    expect(await methodsAtRedsys()).toContain("bizum")
  })

  it("can pay by card only if the payment saves the card", async () => {
    const item = await limited(catalog, 100, "Octant")
    const buyer = await Buyer.forCustomer()
    const { id } = await buyer.ready([[item, 1]])
    const { continue_url } = await buyer.checkout(savingCard(buyer, id))
    const { url, fields } = await redsysFormAt(String(continue_url))
    const page = await (await fetch(await openRedsysPage(url, fields))).text()
    expect(page).toContain('name="number"')
    expect(page).not.toContain('name="phone"')
  })

  /** How the customers of the orders at Redsys pay. */
  async function methodsAtRedsys(): Promise<string[]> {
    const response = await fetch(`${world().simulator_control_url}/_sim/redsys/orders`)
    const { data } = (await response.json()) as { data: { method: string }[] }
    return data.map(({ method }) => method)
  }
})

describe("a charge that needs the customer [REDSYS-08]", () => {
  it("becomes a new payment on Redsys' page in a checkout, and pays one order", async () => {
    const item = await limited(catalog, 100, "Sextant")
    const buyer = await Buyer.forCustomer()
    const first = await buyer.ready([[item, 1]])
    const { continue_url } = await buyer.checkout(savingCard(buyer, first.id))
    const form = await redsysFormAt(String(continue_url))
    await payAtRedsys(form.url, form.fields, REDSYS_CARDS.needs_shopper)
    await buyer.becomes(first.id, "completed")
    const [card] = await sql<{ id: string }>("select id from gw_card_token where client_id = $1", [
      buyer.client_id,
    ])
    const { id } = await buyer.ready([[item, 1]])
    const escalated = await buyer.checkout(charging(buyer, id, String(card?.id)))
    expect(escalated.status).toBe("requires_escalation")
    const again = await redsysFormAt(String(escalated.continue_url))
    await payAtRedsys(again.url, again.fields)
    await buyer.becomes(id, "completed")
    const attempts = await sql(
      "select status, decline_code from gw_payment where description = 'Checkout ' || $1 order by created_at",
      [id]
    )
    expect(attempts).toEqual([
      { status: "declined", decline_code: "sca_required" },
      { status: "captured", decline_code: null },
    ])
  })

  it("fails with its reason without a checkout, and the card stays active", async () => {
    const token_id = await saved(REDSYS_CARDS.needs_shopper)
    const task = await charge(token_id)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "sca_required"])
    await expectCanceled(task)
    await runPlannedLookup(token_id)
    expect(await cardRow(token_id)).toMatchObject({ status: "active" })
  })
})
