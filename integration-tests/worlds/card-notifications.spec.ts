import { randomUUID } from "node:crypto"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { clearFaults, fault, turn, withoutEventFeed } from "../support/bank-ledger"
import {
  CARD_INPUT,
  runPlannedLookup,
  cardRow,
  createSavedCard,
  scheduleLookup,
  tokenize,
  tokensAtBank,
} from "../support/cards"
import { sql } from "../support/database"
import { bankKey, deliver, newKey, signIpn } from "../support/gwb"
import { runJob } from "../support/jobs"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"
import { inOwnWorld } from "../support/own-world"
import { everySetting } from "../support/store-keys"

inOwnWorld(everySetting())

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:tokenize")
})
afterEach(() => clearFaults())

async function expectCardSavedOnce(task: Task): Promise<void> {
  expect(task).toMatchObject({ state: "completed", artifacts: { card: { status: "active" } } })
  const completed = await sql(
    "select 1 from gw_task_event where task_id = $1 and type = 'task.status' and state = 'completed'",
    [task.task_id]
  )
  expect(completed).toHaveLength(1)
  expect(await tokensAtBank(task.task_id)).toHaveLength(1)
}

describe("a notification about a card", () => {
  it("counts once when it arrives five times at once [A2A-45, BANK-02, BANK-03]", async () => {
    await fault({ ipn: { duplicate: 4 } })
    const { task_id, artifacts } = await tokenize(agent)
    await authenticate(artifacts.sca_redirect_url)
    await expectCardSavedOnce(await agent.settled(task_id))
  })

  it("that is lost is replaced by polling [A2A-45, BANK-17]", async () => {
    await fault({ ipn: { drop: true } })
    await fault({ scope: { operation: "events" }, api: { status: 503 } })
    const { task_id, artifacts } = await tokenize(agent)
    await authenticate(artifacts.sca_redirect_url)
    await scheduleLookup(task_id, "now()")
    await expectCardSavedOnce(await agent.settled(task_id))
  })

  it("that is lost is found in the bank's event list, even when the card is not polled [A2A-45, BANK-42]", async () => {
    await fault({ ipn: { drop: true } })
    const { task_id, artifacts } = await tokenize(agent)
    await scheduleLookup(task_id, "null")
    await authenticate(artifacts.sca_redirect_url)
    await runJob("catch-up-events")
    await expectCardSavedOnce(await agent.settled(task_id))
  })

  const BELIEVED = ["unknown_reference", "version_regress"]
  it.each([
    "bad_signature",
    "foreign_key",
    "unknown_kid",
    "stale",
    "future",
    "wrong_aud",
    "wrong_htu",
    "wrong_typ",
    "reserialised",
    "replay_jti",
    "alg_none",
    "hs256",
    "unsigned",
    ...BELIEVED,
  ])("that is forged (%s) activates no card, and the genuine one does [A2A-45, BANK-05]", async (forge) => {
    await fault({ scope: { times: 1 }, ipn: { forge } })
    const { task_id, artifacts } = await tokenize(agent)
    await scheduleLookup(task_id, "null")
    await authenticate(artifacts.sca_redirect_url)
    // A wrong notification that the store accepted counts as delivered, so the true state is learned by
    // polling.
    if (BELIEVED.includes(forge)) await scheduleLookup(task_id, "now()")
    await expectCardSavedOnce(await agent.settled(task_id))
  })

  it("with a valid signature and a wrong currency activates no card and opens a review [A2A-45]", async () => {
    const readOn = await withoutEventFeed()
    await fault({ scope: { times: 1 }, ipn: { forge: "currency_mismatch" } })
    const { task_id, artifacts } = await tokenize(agent)
    await authenticate(artifacts.sca_redirect_url)
    await eventually(async () => ((await cardRow(task_id)).status === "manual_review" ? true : undefined))
    await readOn()
    expect((await cardRow(task_id)).review_reason).toBe("currency differs")
    expect((await agent.getTask(task_id)).state).toBe("input-required")
  })

  it.each([
    ["of another customer", { customer_reference: "customer-8" }],
    ["for another use", { usage: "installment" }],
    ["under another bank id", { id: "tok_other" }],
  ])("%s activates no card [A2A-45]", async (_, change) => {
    const { task_id } = await tokenize(agent)
    const [token] = await tokensAtBank(task_id)
    const raw = tokenEvent({ ...token, version: 2, status: "active", next_action: null, ...change })
    expect((await deliver(raw, signIpn(raw))).status).toBe(200)
    await eventually(async () => ((await cardRow(task_id)).status === "manual_review" ? true : undefined))
    expect((await agent.getTask(task_id)).state).toBe("input-required")
  })

  it("signed with another key is rejected and activates no card [A2A-45, BANK-05]", async () => {
    const { task_id } = await tokenize(agent)
    const [token] = await tokensAtBank(task_id)
    const raw = tokenEvent({ ...token, version: 2, status: "active", next_action: null })
    const forged = signIpn(raw, { key: newKey(), header: { kid: bankKey().kid } })
    const { status, body } = await deliver(raw, forged)
    expect([status, body.error?.code]).toEqual([401, "signature_invalid"])
    expect(await cardRow(task_id)).toMatchObject({ status: "requires_action", version: 1 })
    // Only the signature was wrong: the same body with the bank's signature is accepted.
    expect((await deliver(raw, signIpn(raw))).status).toBe(200)
    expect((await agent.settled(task_id)).state).toBe("completed")
  })

  it("about an unknown token is acknowledged and stored", async () => {
    const [token] = await tokensAtBank((await tokenize(agent)).task_id)
    const merchant_reference = `gwt_${randomUUID()}`
    const raw = tokenEvent({ ...token, id: "tok_stranger", merchant_reference, status: "active" })
    expect((await deliver(raw, signIpn(raw))).status).toBe(200)
    const verdict = () =>
      sql<{ verdict: string }>("select verdict from gw_bank_event where payload = $1", [raw])
    await eventually(async () => ((await verdict())[0]?.verdict ? true : undefined))
    expect(await verdict()).toEqual([{ verdict: "unknown_reference" }])
  })

  it("without a valid token is rejected as malformed and not stored", async () => {
    const raw = tokenEvent({ id: "tok_1", status: "active" })
    const { status, body } = await deliver(raw, signIpn(raw))
    expect([status, body.error?.code]).toEqual([400, "malformed"])
  })

  it("reports the card's revocation, and an older one does not reactivate it [A2A-45, BANK-04]", async () => {
    const { token_id } = await createSavedCard(agent)
    const [active] = await tokensAtBank(token_id)
    await turn("revoke", { token_id: active?.id })
    await eventually(async () => ((await cardRow(token_id)).status === "revoked" ? true : undefined))
    const raw = tokenEvent({ ...active })
    expect((await deliver(raw, signIpn(raw))).status).toBe(200)
    await eventually(
      async () =>
        (await sql("select 1 from gw_bank_event where payload = $1 and verdict = 'stale'", [raw]))[0]
    )
    expect((await cardRow(token_id)).status).toBe("revoked")
  })
})

describe("a bank that does not report whether it opened its page for saving a card", () => {
  it.each([
    ["has", { execute_then_fail: true }],
    ["has not", { status: 503 }],
  ])(
    "and %s: the task stays working, and continues with one key and one token [A2A-45, A2A-48, BANK-13]",
    async (_, api) => {
      await fault({ scope: { operation: "token", times: 4 }, api })
      const key = `unknown-${JSON.stringify(api)}`
      const { body } = await agent.send("tokenize_card", CARD_INPUT, key)
      expect(body.error).toMatchObject({ code: -32024, data: { code: "bank_unavailable" } })
      const task_id = String(body.error.data.task_id)
      expect((await agent.getTask(task_id)).state).toBe("working")
      const { idempotency_key } = await cardRow(task_id)
      await runPlannedLookup(task_id)
      const { artifacts } = await eventually(async () => {
        const task = await agent.getTask(task_id)
        return task.state === "input-required" ? task : undefined
      })
      expect((await cardRow(task_id)).idempotency_key).toBe(idempotency_key)
      await authenticate(artifacts.sca_redirect_url)
      await expectCardSavedOnce(await agent.settled(task_id))
    }
  )
})

/** The body of a notification about a token. */
function tokenEvent(token: object): string {
  return JSON.stringify({ event_id: `evt_${randomUUID()}`, sequence: 1, type: "token.activated", token })
}
