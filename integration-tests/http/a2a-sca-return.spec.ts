import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"
import { world } from "../support/world"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
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

async function back(
  path: string
): Promise<{ status: number; outcome: string | undefined; looks_again: boolean }> {
  const response = await fetch(`${world().base_url}${path}`)
  const page = await response.text()
  const looks_again = page.includes('http-equiv="refresh"')
  return { status: response.status, outcome: /data-outcome="(\w+)"/.exec(page)?.[1], looks_again }
}
