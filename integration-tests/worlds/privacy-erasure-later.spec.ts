import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { allow, decided, waitingOf } from "../support/approvals"
import { ledgerOf, turn } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { eventuallyRunning } from "../support/jobs"
import { adminFetch } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { CARDS, authenticate } from "../support/shopper"
import {
  bodyOf,
  boughtWithCard,
  emailOf,
  erase,
  erasureIn,
  exported,
  freshName,
  newCustomer,
  paidByAgent,
  refusalIn,
  rowsNaming,
} from "../support/privacy"
import { Receiver } from "../support/receiver"
import { lockChangedRow } from "../support/row-lock"
import { everySetting } from "../support/store-keys"
import { stockUp } from "../support/ucp-orders"

inOwnWorld(everySetting())

let receiver: Receiver
let agent: Agent

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  await stockUp()
  receiver = await Receiver.listen()
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:refund")
})
afterAll(async () => {
  receiver.close()
  await switchSurfaces({ a2a_enabled: false, ucp_enabled: false })
})

describe("an erasure is rejected, and nothing is erased [ADM-33]", () => {
  it("while a payment is open [ADM-20]", async () => {
    const name = freshName()
    const { artifacts } = await agent.createPayment({ customer: { email: emailOf(name) } })
    const { payment_id } = artifacts
    const [payment] = await sql<{ order_id: string }>("select order_id from gw_payment where id = $1", [
      payment_id,
    ])
    const message = `Payment ${payment_id} is still open: the customer or the bank has not completed it.`
    const order_id = String(payment?.order_id)
    expect(await refusalIn(erase({ email: emailOf(name) }))).toEqual({
      type: "not_allowed",
      message,
      obstacle: { code: "payment_open", message, payment_id, order_id, approval_id: null, checkout_id: null },
    })
    expect(order_id).toMatch(/^order_/)
    expect(await rowsNaming(name)).not.toEqual([])
    await authenticate(artifacts.sca_redirect_url, "decline")
    await eventually(async () => ((await erase({ email: emailOf(name) })).ok ? true : undefined))
    expect(await rowsNaming(name)).toEqual([])
  })

  it("while a payment is only authorized", async () => {
    const name = freshName()
    const { task_id, artifacts } = await agent.createPayment({
      capture: "manual",
      customer: { email: emailOf(name) },
    })
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    expect(await refusalIn(erase({ email: emailOf(name) }))).toMatchObject({
      message: expect.stringContaining("is authorized and not settled") as string,
      obstacle: { code: "payment_authorized", payment_id: artifacts.payment_id },
    })
  })

  it("while a payment waits for the merchant's approval", async () => {
    const name = freshName()
    const limited = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(limited.client_id, { approval_above: 1 })
    await limited.createPayment({ description: `For ${name}`, customer: { email: emailOf(name), name } })
    const { id } = await waitingOf(limited.client_id)
    expect(await refusalIn(erase({ email: emailOf(name) }))).toMatchObject({
      message: expect.stringContaining(id) as string,
      obstacle: { code: "approval_waiting", approval_id: id, payment_id: null, order_id: null },
    })
    await decided(id, "refuse")
    expect(await rowsNaming(name)).toEqual([])
  })

  it("while a payment is disputed", async () => {
    const name = freshName()
    const { task_id, artifacts } = await agent.createPayment({ customer: { email: emailOf(name) } })
    await authenticate(artifacts.sca_redirect_url, "approve", CARDS.approved)
    await agent.settled(task_id)
    await turn("dispute", { payment_id: (await ledgerOf(artifacts.payment_id)).id })
    const isAnonymized = async () =>
      (await sql("select from gw_payment where id = $1 and disputes <> '[]'", [artifacts.payment_id]))[0]
    await eventually(isAnonymized)
    expect(await refusalIn(erase({ email: emailOf(name) }))).toMatchObject({
      message: expect.stringContaining("is disputed") as string,
      obstacle: { code: "payment_disputed", payment_id: artifacts.payment_id },
    })
  })
})

describe("a customer deleted in Medusa", () => {
  it("is erased in the gateway, too", async () => {
    const customer = await newCustomer()
    const buyer = await Buyer.forPerson(customer)
    await boughtWithCard(buyer, receiver, customer.name)
    expect((await adminFetch(`/admin/customers/${customer.id}`, { method: "DELETE" })).status).toBe(200)
    await eventually(async () => ((await rowsNaming(customer.name)).length ? undefined : true))
    const { erasures } = await exported(customer)
    expect(erasures).toHaveLength(1)
    expect((await buyer.get("/orders")).status).toBe(401)
  })

  it("is erased again when they have bought after an earlier erasure", async () => {
    const customer = await newCustomer()
    await erasureIn(erase(customer))
    await boughtWithCard(await Buyer.forPerson(customer), receiver, customer.name)
    expect((await adminFetch(`/admin/customers/${customer.id}`, { method: "DELETE" })).status).toBe(200)
    await eventually(async () => ((await rowsNaming(customer.name)).length ? undefined : true))
    expect((await exported(customer)).erasures).toHaveLength(2)
  })

  it("with an open payment is erased after the payment has ended", async () => {
    const customer = await newCustomer()
    const { artifacts } = await agent.createPayment({ customer: { email: customer.email } })
    await adminFetch(`/admin/customers/${customer.id}`, { method: "DELETE" })
    const waiting = await eventually(async () => (await waits(customer.id))[0])
    expect(waiting.obstacle).toMatchObject({ code: "payment_open", payment_id: artifacts.payment_id })
    expect(await erasureIn(erase(customer))).toMatchObject({
      done_at: null,
      obstacle: { code: "payment_open", message: expect.stringContaining(artifacts.payment_id) as string },
    })
    await authenticate(artifacts.sca_redirect_url, "decline")
    await sql("update gw_erasure set requested_at = now() - interval '3 minutes' where customer_id = $1", [
      customer.id,
    ])
    await eventuallyRunning("finish-erasures", async () =>
      (await rowsNaming(customer.name)).length ? undefined : true
    )
  })

  const waits = (id: string) =>
    sql<{ obstacle: object }>(
      "select obstacle from gw_erasure where customer_id = $1 and done_at is null and obstacle is not null",
      [id]
    )
})

describe("a checkout that is completed during the erasure of its customer [ADM-20]", () => {
  it("gets no payment when the erasure has deleted it", async () => {
    const name = freshName()
    const buyer = await Buyer.forGuests()
    const { id } = await buyer.ready([["MUG-SAND", 1]], bodyOf(name))
    // The completion begins its attempt, and then waits for the cart before it stores the payment.
    await sql(`create function gw_test_hold() returns trigger language plpgsql as $$ begin
      insert into gw_cart_lock (cart_id, holder, leased_until)
        values (new.cart_id, 'hold_of_the_test', now() + interval '10 minutes');
      return null; end $$`)
    await sql(`create trigger gw_test_hold after update on gw_session for each row
      when (new.id = '${id}' and new.payment_id is not null) execute function gw_test_hold()`)
    let isWaiting = true
    const completion = buyer.complete(id).finally(() => (isWaiting = false))
    const begun = "select 1 from gw_session where id = $1 and payment_id is not null"
    await eventually(async () => (await sql(begun, [id]))[0])
    expect((await erasureIn(erase({ email: emailOf(name) }))).counts).toMatchObject({ sessions: 1 })
    expect(isWaiting).toBe(true)
    await sql("drop function gw_test_hold cascade")
    await sql("delete from gw_cart_lock where holder = 'hold_of_the_test'")
    expect((await completion).status).toBe(409)
    expect(await rowsNaming(name)).toEqual([])
  })

  it("blocks the erasure when its payment is stored first", async () => {
    const [name, other] = [freshName(), freshName()]
    const buyer = await Buyer.forGuests()
    const { id } = await buyer.ready([["MUG-SAND", 1]], bodyOf(name))
    const { artifacts } = await agent.createPayment({ customer: { email: emailOf(other) } })
    const { payment_id } = artifacts
    const attempt = await lockChangedRow("update gw_session set payment_id = $2 where id = $1", [
      id,
      payment_id,
    ])
    const refusal = refusalIn(erase({ email: emailOf(name) }))
    await attempt.stopped()
    await attempt.commit()
    expect((await refusal).obstacle).toMatchObject({ code: "payment_unsettled", payment_id })
    expect(await rowsNaming(name)).not.toEqual([])
  })
})

describe("data written during an erasure", () => {
  it("is erased by a second pass", async () => {
    const name = freshName()
    const { artifacts } = await paidByAgent(agent, name)
    const { id } = await erasureIn(erase({ email: emailOf(name) }))
    // Simulates a notification that was being stored while its payment was erased.
    await sql("alter table gw_bank_event disable trigger gw_bank_event_forget")
    await sql(
      `update gw_bank_event set payload = $2 where snapshot ->> 'merchant_reference' =
         (select merchant_reference from gw_payment where id = $1)`,
      [artifacts.payment_id, `late ${name}`]
    ).finally(() => sql("alter table gw_bank_event enable trigger gw_bank_event_forget"))
    expect(await rowsNaming(name)).not.toEqual([])
    await sql("update gw_erasure set done_at = now() - interval '3 minutes' where id = $1", [id])
    await eventuallyRunning("finish-erasures", async () =>
      (await rowsNaming(name)).length ? undefined : true
    )
  })

  it("remains after a crash, until the interrupted erasure is finished", async () => {
    const name = freshName()
    await paidByAgent(agent, name)
    await sql(
      `insert into gw_erasure (id, subject, email, reason, requested_at)
       values ('era_' || $1, $1, $2, 'cut short', now() - interval '3 minutes')`,
      [name, emailOf(name)]
    )
    const counts = await eventuallyRunning("finish-erasures", async () => {
      const [row] = await sql<{ counts: object; email: string | null }>(
        "select counts, email from gw_erasure where id = 'era_' || $1 and done_at is not null",
        [name]
      )
      return row
    })
    expect(counts).toMatchObject({ counts: { payments: 1 }, email: null })
  })
})
