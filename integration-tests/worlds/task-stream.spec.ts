import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { sql } from "../support/database"
import { framesIn, framesOf, readUntil } from "../support/frames"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"
import { inOwnWorld } from "../support/own-world"

const STATES = ["submitted", "working", "input-required", "completed"]

describe("task streams of two servers on one database", () => {
  const running = inOwnWorld()
  let second: string
  let agent: Agent
  let task: Task

  beforeAll(async () => {
    second = await running().startSecondStore()
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  beforeEach(async () => {
    task = await agent.createPayment()
  })

  const streamOfSecond = (headers: Record<string, string> = {}) =>
    agent.stream(task.task_id, headers, undefined, second)

  it("send what the other server has settled [EVT-01, EVT-06, EVT-09]", async () => {
    const reading = streamOfSecond().then(framesOf)
    await authenticate(task.artifacts.sca_redirect_url)
    expect(statesOf(await reading)).toEqual(STATES)
  })

  it("share one listening connection per server, and reopen a lost one", async () => {
    const leaving = new AbortController()
    const open = [running().world.base_url, second].flatMap((server) =>
      Array.from({ length: 10 }, () => agent.stream(task.task_id, {}, leaving.signal, server))
    )
    await Promise.all(open)
    const before = await listeners(2)
    await sql("select pg_terminate_backend(pid) from unnest($1::int[]) pid", [before])
    expect(await listeners(2, before)).toHaveLength(2)
    leaving.abort()
  })

  it("also work without database notifications [EVT-01, EVT-09]", async () => {
    await sql("alter table gw_task_event disable trigger gw_task_event_announce")
    const reading = streamOfSecond().then(framesOf)
    await authenticate(task.artifacts.sca_redirect_url)
    expect(statesOf(await reading)).toEqual(STATES)
    await sql("alter table gw_task_event enable trigger gw_task_event_announce")
  })

  it("end when their server stops, and continue on another server and after the restart without loss or repeat [EVT-03]", async () => {
    const rest = await readUntil(await agent.stream(task.task_id), "sca_redirect_url")
    await running().stopStore()
    const first = framesIn(await rest())
    expect(first.at(-1)?.data.final).toBe(false)
    const resumeHeaders = { "last-event-id": String(first.at(-1)?.id) }
    const there = streamOfSecond(resumeHeaders).then(framesOf)
    await running().startStore()
    const here = agent.stream(task.task_id, resumeHeaders).then(framesOf)
    await authenticate(task.artifacts.sca_redirect_url)
    for (const later of [await there, await here]) {
      const all = [...first, ...later]
      expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index + 1))
      expect(statesOf(all)).toEqual(STATES)
    }
  })
})

const statesOf = (frames: ReturnType<typeof framesIn>) =>
  frames.filter(({ event }) => event !== "task.artifact").map(({ data }) => data.state)

/**
 * The database connections that listen for task events, once there are `count` of them. A terminated one ends a
 * moment later.
 */
async function listeners(count: number, terminated: number[] = []): Promise<number[]> {
  const query = `select pid from pg_stat_activity
                  where query = 'listen gw_task_event' and state = 'idle' and pid <> all($1::int[])`
  return eventually(async () => {
    const rows = await sql<{ pid: number }>(query, [terminated])
    return rows.length === count ? rows.map(({ pid }) => pid) : undefined
  })
}
