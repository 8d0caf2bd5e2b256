import { beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { sql } from "../support/database"
import { capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { CARDS, authenticate } from "../support/shopper"
import { world } from "../support/world"

describe("when part of the store fails", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  it("the caller gets a request id and no details of the cause [ERR-11]", async () => {
    await sql("alter table gw_task rename to gw_task_away")
    try {
      const { status, body } = await agent.call("tasks/get", { task_id: "task_1" })
      expect(status).toBe(500)
      expect(body.error).toEqual({
        code: -32603,
        message: "An unexpected error occurred.",
        data: { code: "internal_error", request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
      })
    } finally {
      await sql("alter table gw_task_away rename to gw_task")
    }
  })

  it("a failed effect is tried again, and other payments continue [BANK-26]", async () => {
    const [stuck, other] = [await agent.createPayment(), await agent.createPayment()]
    const id = stuck.artifacts.payment_id
    const [row] = await sql<{ session_id: string }>("select session_id from gw_payment where id = $1", [id])
    await sql(`create or replace function gw_test_refuse() returns trigger language plpgsql as
      'begin raise exception ''no room for it''; end'`)
    await sql(`create trigger gw_test_refuse before insert on payment for each row
      when (new.payment_session_id = '${row?.session_id}') execute function gw_test_refuse()`)
    await authenticate(stuck.artifacts.sca_redirect_url)
    await eventually(async () => {
      const [effect] = await sql("select 1 from gw_effect where payment_id = $1 and last_error is not null", [
        id,
      ])
      return effect
    })
    await authenticate(other.artifacts.sca_redirect_url)
    expect((await agent.settled(other.task_id)).state).toBe("completed")
    expect((await agent.getTask(stuck.task_id)).state).toBe("input-required")
    await sql("drop function gw_test_refuse cascade")
    const task = await eventually(async () => {
      const now = await agent.getTask(stuck.task_id)
      return now.state === "completed" ? now : undefined
    })
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([15])
  })
})

describe("secrets", () => {
  it("no card number is stored in the database [BANK-27]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const { task_id, artifacts } = await agent.createPayment()
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    const tables = await sql<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
    )
    expect(tables.length).toBeGreaterThan(100)
    for (const { name } of tables) {
      const found = await sql(`select 1 from "${name}" t where t::text like '%' || $1 || '%'`, [
        CARDS.approved,
      ])
      expect([name, found]).toEqual([name, []])
    }
  })

  it("the store publishes only the public half of its signing key [BANK-24]", async () => {
    const { keys } = (await (await fetch(`${world().base_url}/gw-bank/v1/jwks.json`)).json()) as {
      keys: object[]
    }
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([
      ["alg", "crv", "kid", "kty", "use", "x", "y"],
    ])
  })
})
