import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"

describe("the database [TASK-04]", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  const move = (task_id: string, state: string) =>
    sql("update gw_task set state = $2 where id = $1", [task_id, state])

  it.each(["submitted", "working"])(
    "rejects a task that goes back from input-required to %s",
    async (state) => {
      const { task_id } = await agent.createPayment()
      await expect(move(task_id, state)).rejects.toThrow(/cannot go from input-required/)
    }
  )

  it("rejects a task that leaves a terminal state, also for another terminal state", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    for (const state of ["failed", "canceled", "working", "input-required"])
      await expect(move(task_id, state)).rejects.toThrow(/cannot go from completed/)
  })

  it("rejects a task that skips working, and an unknown state", async () => {
    await sql(
      `insert into gw_task (id, client_id, skill_id, request_hash) values ('task_skip', 'a2a_1', 's', 'h')`
    )
    for (const state of ["input-required", "completed", "failed"])
      await expect(move("task_skip", state)).rejects.toThrow(/cannot skip working/)
    await expect(move("task_skip", "paused")).rejects.toThrow()
    await expect(move("task_skip", "canceled")).resolves.toEqual([])
  })
})
