import { beforeAll, describe, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import {
  callOfficial,
  eventsIn,
  messageOf,
  postOfficial,
  sendMessage,
  skillMessage,
  taskIn,
  WIRES,
  type WireVersion,
} from "../support/official"
import { payingAgent } from "../support/payments"
import { prove } from "../support/shopper"

const PAYMENT = { amount: 1500, currency: "EUR" }

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})

describe.each(["0.3", "1.0"] as const)("A2A %s", (version) => {
  const wire = WIRES[version]
  const call = (method: string, params: unknown) => callOfficial(agent, version, method, params)
  const pay = (more: object = {}) =>
    sendMessage(agent, version, skillMessage(version, "create_payment", PAYMENT, more))

  it("invokes a skill and waits for the shopper's turn", async () => {
    const task = await pay()
    console.log(JSON.stringify(task, null, 1))
    expect(task.status.state).toBe(wire.state("input-required"))
    const again = taskIn(await call(wire.get, { id: task.id }))
    expect(again).toEqual(task)
  })

  it("lists skills for a text", async () => {
    const task = await sendMessage(agent, version, messageOf(version, wire.text("hello")))
    console.log(JSON.stringify(task).slice(0, 1500))
    console.log(JSON.stringify((await call(wire.cancel, { id: task.id })).body).slice(0, 300))
  })

  it("streams", async () => {
    const body = {
      jsonrpc: "2.0",
      id: "s1",
      method: wire.stream,
      params: { message: skillMessage(version, "create_payment", PAYMENT) },
    }
    const events = await eventsIn(await postOfficial(agent.access_token, version, JSON.stringify(body)))
    console.log(events.map((event) => JSON.stringify(event).slice(0, 400)).join("\n"))
  })
})
