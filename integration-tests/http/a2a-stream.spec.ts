import { beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { sql } from "../support/database"
import { framesIn, framesOf } from "../support/frames"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"
import { world } from "../support/world"

describe("the task stream", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  it("has the address that tasks/sendSubscribe returns as stream_url [A2A-17]", async () => {
    const params = { skill_id: "create_payment", input: { amount: 1500, currency: "EUR" } }
    const { body } = await agent.call("tasks/sendSubscribe", params)
    expect(body.result.stream_url).toBe(`${world().base_url}/gw-a2a/v1/tasks/${body.result.task_id}/stream`)
    expect(body.result.state).toBe("input-required")
  })

  it("sends every state in order and ends after the terminal state [EVT-01, EVT-02, EVT-04, TASK-03]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const reading = agent.stream(task_id).then(framesOf)
    await authenticate(artifacts.sca_redirect_url)
    const frames = await reading
    const states = frames.filter(({ event }) => event !== "task.artifact").map(({ data }) => data.state)
    expect(states).toEqual(["submitted", "working", "input-required", "completed"])
    expect(frames.map(({ id }) => id)).toEqual(frames.map((_, index) => index + 1))
    expect(frames[0]?.event).toBe("task")
    expect(frames.map(({ data }) => data.final)).toEqual([...frames.slice(1).map(() => false), true])
    const waiting = frames.find(({ data }) => data.state === "input-required")
    expect(waiting?.data.artifacts.sca_redirect_url).toBe(artifacts.sca_redirect_url)
  })

  it("resumes after Last-Event-ID without loss or repeat [EVT-03]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    const all = await agent.stream(task_id).then(framesOf)
    for (const { id } of all.slice(0, -1)) {
      const rest = await agent.stream(task_id, { "last-event-id": String(id) }).then(framesOf)
      expect(rest).toEqual(all.slice(id))
    }
  })

  it("answers 204 when no event is left, so that an EventSource stops [EVT-04]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await authenticate(artifacts.sca_redirect_url, "cancel")
    await agent.settled(task_id)
    const last = (await agent.stream(task_id).then(framesOf)).at(-1)
    expect((await agent.stream(task_id, { "last-event-id": String(last?.id) })).status).toBe(204)
  })

  it("is not buffered or cached by proxies", async () => {
    const { task_id } = await agent.createPayment()
    const leaving = new AbortController()
    const { headers } = await agent.stream(task_id, {}, leaving.signal)
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    expect(headers.get("cache-control")).toBe("no-cache, no-transform")
    leaving.abort()
  })

  it("requires a bearer token, the read scope, and the task's own client [EVT-05, AUTH-07, ERR-15, A2A-41]", async () => {
    const { task_id } = await agent.createPayment()
    const anonymous = await fetch(`${world().base_url}/gw-a2a/v1/tasks/${task_id}/stream`)
    expect(anonymous.status).toBe(401)
    const creator = await Agent.withScopes("a2a:payments:create")
    expect((await creator.stream(task_id)).status).toBe(403)
    const stranger = await Agent.withScopes("a2a:payments:read")
    const foreign = await stranger.stream(task_id)
    expect([foreign.status, await foreign.json()]).toMatchObject([404, { error: { code: -32001 } }])
  })

  it.each(["-1", "1.5", "first"])("rejects the Last-Event-ID %s [EVT-03, ERR-15]", async (id) => {
    const { task_id } = await agent.createPayment()
    expect((await agent.stream(task_id, { "last-event-id": id })).status).toBe(400)
  })

  it("treats an id beyond the last event as up to date and sends what follows", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const reading = agent.stream(task_id, { "last-event-id": "4" }).then(framesOf)
    await authenticate(artifacts.sca_redirect_url)
    const frames = await eventually(() => reading)
    expect(frames.at(-1)?.data).toMatchObject({ state: "completed", final: true })
  })

  it("sends a slow reader every event it missed [EVT-03]", async () => {
    const { task_id } = await agent.createPayment()
    const reading = await agent.stream(task_id)
    const [last] = await sql<{ seq: number }>("select seq from gw_task where id = $1", [task_id])
    const more = { task_id, after: last?.seq ?? 0, count: 300, size: 100_000 }
    await appendEvents(more)
    // The network buffers hold some of the events; the rest must wait. Other readers are served meanwhile.
    expect(await agent.stream(task_id, { "last-event-id": String(more.after) }).then(framesOf)).toHaveLength(
      300
    )
    const frames = await reading.text().then(framesIn)
    expect(frames.map(({ id }) => id)).toEqual(Array.from({ length: more.after + 300 }, (_, n) => n + 1))
    expect(frames.at(-1)?.data).toMatchObject({ state: "canceled", final: true })
  })

  it("is limited to 100 open ones per client, and another opens when one closes [EVT-10]", async () => {
    const busy = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const { task_id } = await busy.createPayment()
    const leaving = new AbortController()
    await busy.stream(task_id, {}, leaving.signal)
    const openStreams = new AbortController()
    const others = await Promise.all(
      Array.from({ length: 99 }, () => busy.stream(task_id, {}, openStreams.signal))
    )
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await busy.stream(task_id)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"])
    expect(await refused.json()).toMatchObject({
      error: { code: -32003, data: { code: "rate_limited", window: "open_streams", limit: 100 } },
    })
    const { task_id: foreign } = await agent.createPayment()
    expect((await agent.stream(foreign, {}, openStreams.signal)).status).toBe(200)
    leaving.abort()
    await eventually(async () => {
      const { status } = await busy.stream(task_id, {}, openStreams.signal)
      return status === 200 || undefined
    })
    openStreams.abort()
  })

  it("answers a HEAD request with its headers and ends", async () => {
    const { task_id } = await agent.createPayment()
    const response = await fetch(`${world().base_url}/gw-a2a/v1/tasks/${task_id}/stream`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${agent.access_token}` },
    })
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ])
  })

  it("sends a heartbeat while nothing happens [EVT-07]", async () => {
    const { task_id } = await agent.createPayment()
    const leaving = new AbortController()
    const { body } = await agent.stream(task_id, {}, leaving.signal)
    let seen = ""
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      seen += Buffer.from(chunk).toString()
      if (seen.includes(": ping")) break
    }
    expect(seen).toMatch(/\n\n: ping\n\n$/)
    leaving.abort()
  })
})

/** Appends `count` events of `size` characters each to a task. The last event ends the task. */
async function appendEvents(to: {
  task_id: string
  after: number
  count: number
  size: number
}): Promise<void> {
  const values = [to.task_id, to.after, to.count, to.size]
  await sql(
    `with ended as (update gw_task set state = 'canceled', seq = $2::int + $3 where id = $1)
     insert into gw_task_event (task_id, seq, type, state, artifacts)
     select $1, $2::int + n, case when n = $3 then 'task.status' else 'task.artifact' end,
            case when n = $3 then 'canceled' else 'input-required' end, json_build_object('filler', repeat('x', $4))
     from generate_series(1, $3::int) n`,
    values
  )
}
