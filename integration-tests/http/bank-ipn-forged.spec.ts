import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { captured, ipnBody, paymentAtBank } from "../support/bank"
import { FORGERIES } from "../support/forgeries"
import { deliver, signIpn } from "../support/gwb"
import { timesStored } from "../support/inbox"
import { switchSurfaces } from "../support/oauth-client"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

describe("a forged or malformed notification", () => {
  let task: Task
  let genuine: string
  beforeEach(async () => {
    task = await agent.createPayment()
    genuine = ipnBody(captured(await paymentAtBank(task.artifacts.sca_redirect_url)))
  })

  it.each(FORGERIES)(
    "%s changes nothing and gets its error code [BANK-05, BANK-07, BANK-08, SRV-07]",
    async (_, status, code, forge) => {
      const [raw, token] = forge(genuine)
      const answer = await deliver(raw, token)
      expect([answer.status, answer.body.error?.code]).toEqual([status, code])
      expect((await agent.getTask(task.task_id)).state).toBe("input-required")
      expect(await timesStored(genuine)).toBe(0)
    }
  )

  it("with the bank's signature but another content is malformed", async () => {
    for (const raw of ["", "{", "[]", "{}", '{"event_id":"evt_1","type":"payment.captured"}']) {
      const { status, body } = await deliver(raw, signIpn(raw))
      expect([status, body.error?.code]).toEqual([400, "malformed"])
    }
  })

  it("is rejected when it is compressed or too large", async () => {
    const compressed = await deliver(genuine, signIpn(genuine), { "content-encoding": "gzip" })
    expect(compressed.status).toBe(400)
    const huge = genuine.padEnd(300 * 1024)
    expect((await deliver(huge, signIpn(huge))).status).toBe(413)
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
  })

  it("is not accepted because of the Host header it was sent with [BANK-25]", async () => {
    const token = signIpn(genuine, { claims: { htu: "http://evil.example/gw-bank/v1/ipn" } })
    const { status } = await deliver(genuine, token, { "x-forwarded-host": "evil.example" })
    expect(status).toBe(401)
  })
})
