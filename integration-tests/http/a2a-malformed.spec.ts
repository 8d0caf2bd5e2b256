import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { CARD_INPUT, createSavedCard } from "../support/cards"
import {
  always,
  expectSound,
  garbage,
  halfNonsense,
  oneMemberWrong,
  WAIT_TIMEOUT,
  post,
  postGarbage,
  wrongJson,
  wrongText,
} from "../support/malformed"
import { switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"
import { withoutRequestId } from "../support/without-request-id"

const at = (path: string) => `${world().base_url}/gw-a2a/v1/${path}`
const SCOPES = ["read", "create", "capture", "refund", "tokenize"].map((what) => `a2a:payments:${what}`)

interface RpcCall {
  readonly method: string
  readonly params: Record<string, unknown>
}

/** The ids of one client's resources, or ids that do not exist. */
interface ResourceIds {
  readonly task_id: string
  readonly payment_id: string
  readonly shop_order_id: number
  readonly token_id: string
}

const UNKNOWN_IDS: ResourceIds = {
  task_id: `task_${"0".repeat(24)}`,
  payment_id: `pay_${"0".repeat(24)}`,
  shop_order_id: 2_000_000_000,
  token_id: `card_${"0".repeat(24)}`,
}

const skill = (skill_id: string, input: object, method = "tasks/send"): RpcCall => ({
  method,
  params: { skill_id, input },
})

/** Every call that names a resource of a client. */
const naming = ({ task_id, payment_id, shop_order_id, token_id }: ResourceIds): RpcCall[] => [
  { method: "tasks/get", params: { task_id } },
  { method: "tasks/cancel", params: { task_id } },
  skill("query_payment_status", { payment_id }),
  skill("query_payment_status", { shop_order_id }),
  skill("capture_payment", { payment_id, amount: 1 }),
  skill("refund_payment", { shop_order_id, amount: 1, reason: "test" }),
  skill("recurrent_charge", { token_id, amount: 1, currency: "EUR", order_reference: "A-1" }),
]

const calls = (own: ResourceIds): RpcCall[] => [
  ...naming(own),
  { method: "agent/listSkills", params: {} },
  skill("list_payments", { status: "captured", currency: "EUR", order_reference: "A-1", limit: 2 }),
  skill("list_payments", { created_from: "2026-01-01T00:00:00Z", created_to: "2027-01-01T00:00:00Z" }),
  skill("tokenize_card", CARD_INPUT),
  ...["tasks/send", "tasks/sendSubscribe"].map((method) =>
    skill(
      "create_payment",
      {
        amount: 1,
        currency: "EUR",
        order_reference: "A-1",
        description: "x",
        customer: { email: "a@b.example" },
      },
      method
    )
  ),
]

/** A valid call with one wrong member: of the envelope, of `params` or of the skill's input. */
function oneWrong({ method, params }: RpcCall): fc.Arbitrary<object> {
  const envelope = { jsonrpc: "2.0", id: 1, method, params }
  const { input } = params as { input?: object }
  return fc.oneof(
    oneMemberWrong(envelope),
    oneMemberWrong(params, ["idempotency_key", "cursor"]).map((wrong) => ({ ...envelope, params: wrong })),
    ...(input
      ? [oneMemberWrong(input).map((wrong) => ({ ...envelope, params: { ...params, input: wrong } }))]
      : [])
  )
}

let agent: Agent
let stranger: Agent
let own: ResourceIds
/** Resources that no call changes. They are as foreign to the stranger as `own`. */
let theirs: ResourceIds
let task: Task

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes(...SCOPES)
  stranger = await Agent.withScopes(...SCOPES)
  task = await agent.createPayment()
  const { token_id } = await createSavedCard(agent)
  own = idsOf(task, token_id)
  theirs = idsOf(await agent.createPayment(), token_id)
})

const idsOf = ({ task_id, artifacts }: Task, token_id: string): ResourceIds => {
  const { payment_id, shop_order_id } = artifacts
  return { task_id, payment_id, shop_order_id, token_id }
}

const headersOf = ({ access_token }: Agent) => ({
  authorization: `Bearer ${access_token}`,
  "content-type": "application/json",
})
const ask = (who: Agent, body: string) => post(at("rpc"), body, headersOf(who))

describe("malformed requests never cause a server error", { timeout: WAIT_TIMEOUT }, () => {
  it("at the JSON-RPC endpoint [A2A-13, ERR-09, ERR-16]", async () => {
    const one = fc.constantFrom(...calls(own)).chain(oneWrong)
    await always(halfNonsense(one), async ({ nonsense, mutation }) => {
      const response = await expectSound(
        nonsense ? postGarbage(at("rpc"), nonsense) : ask(agent, JSON.stringify(mutation))
      )
      const answer = (await response.json()) as object
      expect(["result" in answer, "error" in answer].filter(Boolean)).toHaveLength(1)
      if (nonsense) expect(response.status).toBe(401)
    })
  })

  it("at the extended card", async () => {
    await always(fc.record({ garbage, query: wrongText, known: fc.boolean() }), async (one) => {
      const headers = one.known ? { ...one.garbage.headers, ...headersOf(agent) } : one.garbage.headers
      const query = encodeURIComponent(Buffer.from(one.query.slice(0, 2000)).toString())
      const { status } = await expectSound(fetch(`${at("agent-card")}?${query}`, { headers }))
      expect(status).toBe(one.known ? 200 : 401)
    })
  })

  it("at a task's stream", async () => {
    const request = fc.record({
      id: fc.oneof(fc.constant(task.task_id), wrongText),
      after: fc.oneof(fc.constant("0"), fc.string({ unit: "grapheme-ascii", maxLength: 60 })),
      headers: garbage.map((nonsense) => nonsense.headers),
      known: fc.boolean(),
    })
    await always(request, async ({ id, after, headers, known }) => {
      const gone = new AbortController()
      const shown = { ...headers, "last-event-id": after.trim(), ...(known && headersOf(agent)) }
      const path = encodeURIComponent(Buffer.from(id.slice(0, 2000)).toString())
      const answer = fetch(at(`tasks/${path}/stream`), { headers: shown, signal: gone.signal })
      const { status } = await answer
      expect(status).toBeLessThan(500)
      if (!known && path && !path.includes("%00")) expect(status).toBe(401)
      gone.abort()
    })
  })

  it("at the page the customer returns to after authentication", async () => {
    await always(fc.record({ id: wrongText, garbage }), async ({ id, garbage: { headers } }) => {
      const path = encodeURIComponent(Buffer.from(id.slice(0, 2000)).toString())
      await expectSound(fetch(at(`sca/return/${path}`), { headers, redirect: "manual" }))
    })
  })
})

describe("another client's resource", { timeout: WAIT_TIMEOUT }, () => {
  const plain = (text: string, ids: ResourceIds) =>
    Object.entries(ids).reduce<string>(
      (readable, [name, id]) => readable.replaceAll(`"${name}":${JSON.stringify(id)}`, `"${name}":`),
      text
    )

  async function readable(answer: Promise<Response>, ids: ResourceIds) {
    const response = await answer
    const { status, headers } = response
    const challenge = headers.get("www-authenticate")
    return { status, challenge, text: plain(withoutRequestId(await response.text()), ids) }
  }

  it("gets the same answer as one that does not exist, whatever else is wrong with the request [ERR-08]", async () => {
    const pair = fc
      .record({
        which: fc.nat({ max: naming(own).length - 1 }),
        at: fc.constantFrom("envelope", "params", "input"),
        member: fc.constantFrom("id", "jsonrpc", "amount", "currency", "unknown", "idempotency_key"),
        value: wrongJson,
        whole: fc.boolean(),
      })
      .map(({ which, at: place, member, value, whole }) => (ids: ResourceIds) => {
        const { method, params } = naming(ids)[which] as RpcCall
        const change = whole ? {} : { [member]: value }
        const input = { ...(params.input as object), ...(place === "input" && change) }
        const given = { ...params, ...("input" in params && { input }), ...(place === "params" && change) }
        return JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method,
          params: given,
          ...(place === "envelope" && change),
        })
      })
    await always(pair, async (bodyWith) => {
      const answer = await readable(ask(stranger, bodyWith(theirs)), theirs)
      expect(answer).toEqual(await readable(ask(stranger, bodyWith(UNKNOWN_IDS)), UNKNOWN_IDS))
    })
    expect(await agent.getTask(theirs.task_id)).toMatchObject({ state: "input-required" })
  })

  it("gets the same answer as one that does not exist at the stream endpoint [ERR-08, EVT-05]", async () => {
    const after = fc.string({ unit: "grapheme-ascii", maxLength: 20 }).map((text) => text.trim())
    await always(after, async (last_event_id) => {
      const stream = ({ task_id }: ResourceIds) =>
        stranger.stream(task_id, { "last-event-id": last_event_id })
      expect(await readable(stream(theirs), theirs)).toEqual(await readable(stream(UNKNOWN_IDS), UNKNOWN_IDS))
    })
  })
})
