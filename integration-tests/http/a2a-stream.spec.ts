import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"
import { world } from "../support/world"

interface Frame {
  id: number
  event: string
  data: { task_id: string; state: string; artifacts: Task["artifacts"]; final: boolean }
}

describe("the task stream", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  it("is what tasks/sendSubscribe names as stream_url [A2A-17]", async () => {
    const params = { skill_id: "create_payment", input: { amount: 1500, currency: "EUR" } }
    const { body } = await agent.call("tasks/sendSubscribe", params)
    expect(body.result.stream_url).toBe(`${world().base_url}/gw-a2a/v1/tasks/${body.result.task_id}/stream`)
    expect(body.result.state).toBe("input-required")
  })

  it("shows every state in the strict order and ends after the terminal one [EVT-01, EVT-02, EVT-04, TASK-03]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const reading = agent.stream(task_id).then(framesOf)
    await prove(artifacts.sca_redirect_url)
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
    await prove(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    const all = await agent.stream(task_id).then(framesOf)
    for (const { id } of all.slice(0, -1)) {
      const rest = await agent.stream(task_id, { "last-event-id": String(id) }).then(framesOf)
      expect(rest).toEqual(all.slice(id))
    }
  })

  it("answers 204 when nothing is left, so that an EventSource stops [EVT-04]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await prove(artifacts.sca_redirect_url, "cancel")
    await agent.settled(task_id)
    const last = (await agent.stream(task_id).then(framesOf)).at(-1)
    expect((await agent.stream(task_id, { "last-event-id": String(last?.id) })).status).toBe(204)
  })

  it("is not buffered or cached on the way", async () => {
    const { task_id } = await agent.createPayment()
    const leaving = new AbortController()
    const { headers } = await agent.stream(task_id, {}, leaving.signal)
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    expect(headers.get("cache-control")).toBe("no-cache, no-transform")
    leaving.abort()
  })

  it("needs a bearer, the read scope, and the task's own client [EVT-05, AUTH-07, ERR-15, A2A-41]", async () => {
    const { task_id } = await agent.createPayment()
    const anonymous = await fetch(`${world().base_url}/gw-a2a/v1/tasks/${task_id}/stream`)
    expect(anonymous.status).toBe(401)
    const creator = await Agent.withScopes("a2a:payments:create")
    expect((await creator.stream(task_id)).status).toBe(403)
    const stranger = await Agent.withScopes("a2a:payments:read")
    const foreign = await stranger.stream(task_id)
    expect([foreign.status, await foreign.json()]).toMatchObject([404, { error: { code: -32001 } }])
  })

  it.each(["-1", "1.5", "first"])("refuses the Last-Event-ID %s [EVT-03, ERR-15]", async (id) => {
    const { task_id } = await agent.createPayment()
    expect((await agent.stream(task_id, { "last-event-id": id })).status).toBe(400)
  })

  it("takes an id from beyond the end as up to date, and goes on with what comes", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const reading = agent.stream(task_id, { "last-event-id": "4" }).then(framesOf)
    await prove(artifacts.sca_redirect_url)
    const frames = await eventually(() => reading)
    expect(frames.at(-1)?.data).toMatchObject({ state: "completed", final: true })
  })

  it("gives a sign of life while nothing happens [EVT-07]", async () => {
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

/** Reads a stream to its end. */
async function framesOf(response: Response): Promise<Frame[]> {
  const text = await response.text()
  return text
    .split("\n\n")
    .filter((block) => block.startsWith("id: "))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? ""
      return {
        id: Number(field("id")),
        event: field("event"),
        data: JSON.parse(field("data")) as Frame["data"],
      }
    })
}
