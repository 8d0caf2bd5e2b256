import { createHmac, randomUUID } from "node:crypto"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { type BankPayment, captured, ipnBody, paymentAtBank } from "../support/bank"
import { sql } from "../support/database"
import { base64url, bankKey, deliver, ipnClaims, newKey, signIpn } from "../support/gwb"
import { capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"
import { world } from "../support/world"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

describe("a notification that is not the bank's", () => {
  let task: Task
  let genuine: string
  beforeEach(async () => {
    task = await agent.createPayment()
    genuine = ipnBody(captured(await paymentAtBank(task.artifacts.sca_redirect_url)))
  })

  const seconds = () => Math.floor(Date.now() / 1000)
  const foreign = newKey()
  const forgeries: [string, number, string, (raw: string) => [string, string | undefined]][] = [
    ["without a signature", 401, "signature_missing", (raw) => [raw, undefined]],
    ["with a signature that is no token", 401, "signature_invalid", (raw) => [raw, "a.b.c"]],
    [
      "signed with a foreign key under its own name",
      503,
      "key_unknown",
      (raw) => [raw, signIpn(raw, { key: foreign })],
    ],
    [
      "signed with a foreign key under the bank's name",
      401,
      "signature_invalid",
      (raw) => [raw, signIpn(raw, { key: foreign, header: { kid: bankKey().kid } })],
    ],
    ["whose amount was changed", 401, "digest_mismatch", (raw) => [raw.replace("1500", "1"), signIpn(raw)]],
    [
      "that was parsed and written again",
      401,
      "digest_mismatch",
      (raw) => [JSON.stringify(JSON.parse(raw), null, 1), signIpn(raw)],
    ],
    [
      "that is ten minutes old",
      401,
      "signature_stale",
      (raw) => [raw, signIpn(raw, { claims: { iat: seconds() - 600, exp: seconds() - 480 } })],
    ],
    [
      "from the future",
      401,
      "claim_mismatch",
      (raw) => [raw, signIpn(raw, { claims: { iat: seconds() + 600, exp: seconds() + 720 } })],
    ],
    [
      "that lives for a day",
      401,
      "claim_mismatch",
      (raw) => [raw, signIpn(raw, { claims: { exp: seconds() + 86_400 } })],
    ],
    [
      "for another merchant",
      401,
      "claim_mismatch",
      (raw) => [raw, signIpn(raw, { claims: { aud: "mrc_other" } })],
    ],
    [
      "of another issuer",
      401,
      "claim_mismatch",
      (raw) => [raw, signIpn(raw, { claims: { iss: "https://evil.example" } })],
    ],
    [
      "for another address",
      401,
      "claim_mismatch",
      (raw) => [raw, signIpn(raw, { claims: { htu: "https://evil.example/gw-bank/v1/ipn" } })],
    ],
    [
      "that is really an answer",
      401,
      "claim_mismatch",
      (raw) => [raw, signIpn(raw, { header: { typ: "gwb-response+jwt" } })],
    ],
    [
      "without an id of its own",
      401,
      "claim_mismatch",
      (raw) => [raw, signIpn(raw, { claims: { jti: undefined } })],
    ],
    [
      "that claims to need no signature",
      401,
      "alg_not_allowed",
      (raw) => {
        const header = base64url(JSON.stringify({ alg: "none", typ: "gwb-ipn+jwt", kid: bankKey().kid }))
        return [raw, `${header}.${base64url(JSON.stringify(ipnClaims(raw)))}.`]
      },
    ],
    [
      "signed with the bank's public key as a shared secret",
      401,
      "alg_not_allowed",
      (raw) => {
        const header = base64url(JSON.stringify({ alg: "HS256", typ: "gwb-ipn+jwt", kid: bankKey().kid }))
        const input = `${header}.${base64url(JSON.stringify(ipnClaims(raw)))}`
        return [
          raw,
          `${input}.${createHmac("sha256", String(bankKey().jwk.x)).update(input).digest("base64url")}`,
        ]
      },
    ],
  ]

  it.each(forgeries)(
    "%s changes nothing and is answered with its reason [BANK-05, BANK-07, BANK-08, SRV-07]",
    async (_, status, code, forge) => {
      const [raw, token] = forge(genuine)
      const answer = await deliver(raw, token)
      expect([answer.status, answer.body.error?.code]).toEqual([status, code])
      expect((await agent.getTask(task.task_id)).state).toBe("input-required")
      expect(await eventCount(genuine)).toBe(0)
    }
  )

  it("signed by the bank but not a notification is malformed", async () => {
    for (const raw of ["", "{", "[]", "{}", '{"event_id":"evt_1","type":"payment.captured"}']) {
      const { status, body } = await deliver(raw, signIpn(raw))
      expect([status, body.error?.code]).toEqual([400, "malformed"])
    }
  })

  it("is refused when it comes compressed or is too large", async () => {
    const compressed = await deliver(genuine, signIpn(genuine), { "content-encoding": "gzip" })
    expect(compressed.status).toBe(400)
    const huge = genuine.padEnd(300 * 1024)
    expect((await deliver(huge, signIpn(huge))).status).toBe(413)
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
  })

  it("is not believed because of the Host it was sent to [BANK-25]", async () => {
    const token = signIpn(genuine, { claims: { htu: "http://evil.example/gw-bank/v1/ipn" } })
    const { status } = await deliver(genuine, token, { "x-forwarded-host": "evil.example" })
    expect(status).toBe(401)
  })
})

describe("a genuine notification", () => {
  it("settles while every surface is off [SRV-18]", async () => {
    const task = await agent.createPayment()
    await switchSurfaces({ a2a_enabled: false, ucp_enabled: false })
    await prove(task.artifacts.sca_redirect_url)
    await expectPaidOnce(task)
    await switchSurfaces({ a2a_enabled: true })
    expect((await agent.settled(task.task_id)).state).toBe("completed")
  })

  it("is taken once: the same message again is a replay [BANK-06]", async () => {
    const task = await agent.createPayment()
    const raw = ipnBody(captured(await paymentAtBank(task.artifacts.sca_redirect_url)))
    const token = signIpn(raw)
    expect((await deliver(raw, token)).status).toBe(200)
    const again = await deliver(raw, token)
    expect([again.status, again.body.error?.code]).toEqual([401, "replayed"])
    await agent.settled(task.task_id)
    await expectPaidOnce(task)
  })

  it("makes one payment of one order when it comes five times at once, each newly signed [BANK-01, BANK-02, BANK-03, BANK-09]", async () => {
    const task = await agent.createPayment()
    const raw = ipnBody(captured(await paymentAtBank(task.artifacts.sca_redirect_url)))
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(raw, signIpn(raw))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await eventCount(raw)).toBe(1)
    await agent.settled(task.task_id)
    await expectPaidOnce(task)
  })

  it("makes one payment of one order when five different events carry the same snapshot at once [BANK-01, BANK-03]", async () => {
    const task = await agent.createPayment()
    const snapshot = captured(await paymentAtBank(task.artifacts.sca_redirect_url))
    const bodies = Array.from({ length: 5 }, () => ipnBody(snapshot))
    await Promise.all(bodies.map((raw) => deliver(raw, signIpn(raw))))
    await agent.settled(task.task_id)
    await expectPaidOnce(task)
  })

  it("is ignored when it is older than what is known [BANK-04]", async () => {
    const task = await agent.createPayment()
    const payment = await paymentAtBank(task.artifacts.sca_redirect_url)
    await send(ipnBody({ ...captured(payment), version: 9 }))
    await agent.settled(task.task_id)
    await send(ipnBody({ ...payment, version: 3, status: "processing", next_action: null }))
    const { body } = await agent.send("query_payment_status", { payment_id: task.artifacts.payment_id })
    expect(body.result.artifacts.payment.status).toBe("captured")
  })

  it.each<[string, (payment: BankPayment) => Partial<BankPayment>]>([
    ["another amount", ({ amounts }) => ({ amount: 1400, amounts: { ...amounts, captured: 1400 } })],
    ["another currency", () => ({ currency: "RON" })],
    ["a part of the amount", ({ amounts }) => ({ amounts: { ...amounts, captured: 1499 } })],
    ["another payment's id", () => ({ id: "pay_OTHER" })],
  ])("about %s settles nothing and is held for review [BANK-11]", async (_, change) => {
    const task = await agent.createPayment()
    const payment = captured(await paymentAtBank(task.artifacts.sca_redirect_url))
    expect((await send(ipnBody({ ...payment, ...change(payment) }))).status).toBe(200)
    await send(ipnBody({ ...payment, version: payment.version + 1 }))
    const { body } = await agent.send("query_payment_status", { payment_id: task.artifacts.payment_id })
    expect(body.result.artifacts.payment.status).toBe("manual_review")
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([])
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
  })

  it("that undoes a capture is held for review and undoes nothing [BANK-12]", async () => {
    const task = await agent.createPayment()
    const payment = captured(await paymentAtBank(task.artifacts.sca_redirect_url))
    await send(ipnBody(payment))
    await agent.settled(task.task_id)
    const decline = { code: "do_not_honor", message: "Declined" }
    await send(ipnBody({ ...payment, version: payment.version + 1, status: "declined", decline }))
    await expectPaidOnce(task)
    expect((await agent.getTask(task.task_id)).state).toBe("completed")
    const { body } = await agent.send("query_payment_status", { payment_id: task.artifacts.payment_id })
    expect(body.result.artifacts.payment.status).toBe("manual_review")
  })

  it("about a payment that is not ours is acknowledged, kept and without effect [BANK-11]", async () => {
    const task = await agent.createPayment()
    const payment = captured(await paymentAtBank(task.artifacts.sca_redirect_url))
    const raw = ipnBody({ ...payment, id: "pay_NOBODY", merchant_reference: "gwp_nobody" })
    expect((await send(raw)).status).toBe(200)
    expect(await eventCount(raw)).toBe(1)
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
  })

  it("of a kind we do not know is acknowledged and ignored", async () => {
    const raw = JSON.stringify({ event_id: `evt_${randomUUID()}`, type: "weather.changed" })
    const { status, body } = await send(raw)
    expect([status, body.received]).toEqual([200, true])
  })
})

describe("the shopper's return from the bank", () => {
  it("believes nothing in the address: a forged approval leaves the payment open, and the page looks again [A2A-53, A2A-51, A2A-52]", async () => {
    const task = await agent.createPayment()
    const page = await back(`/gw-a2a/v1/sca/return/${task.task_id}?gwb_result=approved&gwb_payment=pay_1`)
    expect(page).toMatchObject({ status: 200, outcome: "waiting", looks_again: true })
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
  })

  it("asks the bank, and tells the shopper the truth before any notification has come [A2A-51, A2A-52, BANK-16]", async () => {
    const task = await agent.createPayment()
    const { redirect_url } = await prove(task.artifacts.sca_redirect_url)
    const { pathname, search } = new URL(redirect_url)
    expect(await back(pathname + search)).toMatchObject({
      status: 200,
      outcome: "confirmed",
      looks_again: false,
    })
    const declined = await agent.createPayment()
    const end = new URL((await prove(declined.artifacts.sca_redirect_url, "decline")).redirect_url)
    expect(await back(end.pathname + end.search)).toMatchObject({ outcome: "failed" })
  })

  it("needs no bearer and works while the surface is off [A2A-50, AUTH-03, SRV-18]", async () => {
    const task = await agent.createPayment()
    await switchSurfaces({ a2a_enabled: false })
    expect((await back(`/gw-a2a/v1/sca/return/${task.task_id}`)).status).toBe(200)
    await switchSurfaces({ a2a_enabled: true })
  })

  it("answers 404 for a task that does not exist", async () => {
    expect((await back("/gw-a2a/v1/sca/return/task_000000000000000000000000")).status).toBe(404)
  })
})

const send = (raw: string) => deliver(raw, signIpn(raw))

async function eventCount(raw: string): Promise<number> {
  const { event_id } = JSON.parse(raw) as { event_id: string }
  const [row] = await sql<{ n: number }>("select count(*)::int n from gw_bank_event where event_id = $1", [
    event_id,
  ])
  return row?.n ?? 0
}

async function expectPaidOnce({ artifacts }: Task): Promise<void> {
  await expect
    .poll(async () => capturesOf(await orderNumber(artifacts.shop_order_id)), { timeout: 10_000 })
    .toEqual([15])
  const order = await orderNumber(artifacts.shop_order_id)
  expect(order).toMatchObject({
    payment_status: "captured",
    summary: { paid_total: 15, pending_difference: 0 },
  })
}

async function back(
  path: string
): Promise<{ status: number; outcome: string | undefined; looks_again: boolean }> {
  const response = await fetch(`${world().base_url}${path}`)
  const page = await response.text()
  const looks_again = page.includes('http-equiv="refresh"')
  return { status: response.status, outcome: /data-outcome="(\w+)"/.exec(page)?.[1], looks_again }
}
