import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"
import { OfficialCaller, WIRES, messageOf, skillMessage } from "../support/official"
import { payingAgent } from "../support/payments"
import { ended, freshPath, PAYMENT } from "../support/push"
import { Receiver } from "../support/receiver"

let receiver: Receiver
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  receiver = await Receiver.listen()
})
afterAll(() => receiver.close())

describe.each(["0.3", "1.0"] as const)("the configurations of A2A %s push notifications", (version) => {
  const wire = WIRES[version]
  const named = version === "0.3" ? null : version
  let agent: Agent
  let caller: OfficialCaller
  beforeAll(async () => {
    agent = await payingAgent()
    caller = new OfficialCaller(agent, named)
  })

  const question = () => messageOf(version, wire.text("What can you do?"))

  it("can be created, read, listed, replaced and deleted [A2A-56]", async () => {
    const { id } = await caller.send(question())
    const url = receiver.at(freshPath())
    const authentication = wire.authentication("Basic", "abc")
    const set = await caller.call(
      wire.setPush,
      wire.push(id, { id: "mine", url, token: "t", authentication })
    )
    expect(set.body.result).toMatchObject(wire.push(id, { id: "mine", url, token: "t", authentication }))
    const got = await caller.call(wire.getPush, wire.namedPush(id, "mine"))
    expect(got.body.result).toEqual(set.body.result)
    const changed = receiver.at(freshPath())
    await caller.call(wire.setPush, wire.push(id, { id: "mine", url: changed }))
    const { body } = await caller.call(wire.listPush, wire.taskPush(id))
    const { configs = body.result } = body.result as { configs?: object[] }
    expect(configs).toMatchObject([wire.push(id, { id: "mine", url: changed })])
    for (const _ of [1, 2])
      expect((await caller.call(wire.deletePush, wire.namedPush(id, "mine"))).body.error).toBeUndefined()
    expect(await caller.refusal(wire.getPush, wire.namedPush(id, "mine"))).toBe(-32001)
  })

  it.each([
    "",
    "hook",
    "ftp://agent.example/hook",
    "https://user:word@agent.example/",
    "https://a.example/#x",
    `https://a.example/${"x".repeat(2000)}`,
    7,
    { toString: 0 },
  ])("reject the URL %j", async (url) => {
    const { id } = await caller.send(question())
    expect(await caller.refusal(wire.setPush, wire.push(id, { url }))).toBe(-32602)
    const before = await agent.call("tasks/send", { skill_id: "list_payments", input: {} })
    expect(before.status).toBe(200)
    const configuration = { [wire.sentPush]: { url } }
    expect(await caller.refusal(wire.send, { message: question(), configuration })).toBe(-32602)
  })

  it("reject a token that could not be sent in a header", async () => {
    const { id } = await caller.send(question())
    const url = receiver.at("/hook")
    for (const token of ["a\r\nx: y", "ă", "x".repeat(4001)])
      expect(await caller.refusal(wire.setPush, wire.push(id, { url, token }))).toBe(-32602)
  })

  it("are limited to ten for each task", async () => {
    const { id } = await caller.send(question())
    const url = receiver.at("/hook")
    const requests = Array.from({ length: 12 }, () => caller.refusal(wire.setPush, wire.push(id, { url })))
    const codes = await Promise.all(requests)
    expect(codes.filter((code) => code === -32602)).toHaveLength(2)
  })

  it("make room for new ones when they end, and their credentials are deleted [A2A-56]", async () => {
    const { id } = await caller.send(question())
    const paths = Array.from({ length: 10 }, freshPath)
    const set = (path: string) =>
      caller.refusal(wire.setPush, wire.push(id, { url: receiver.at(path), token: "t" }))
    for (const path of paths) receiver.answers.set(path, [410])
    await Promise.all(paths.map(set))
    expect(await set(freshPath())).toBe(-32602)
    await agent.call("tasks/cancel", { task_id: id })
    await Promise.all(paths.map((path) => ended(receiver.at(path))))
    expect(await set(freshPath())).toBeUndefined()
    const secretsOfEnded = "select secrets from gw_push_config where task_id = $1 and ended_at is not null"
    expect(await sql(secretsOfEnded, [id])).toEqual(paths.map(() => ({ secrets: null })))
  })

  it("do not block a retry of the message when one could not be stored [A2A-56]", async () => {
    const url = receiver.at(`/rejected${freshPath()}`)
    await sql(
      "alter table gw_push_config add constraint test_rejected check (url not like '%/rejected/%') not valid"
    )
    const message = skillMessage(version, "create_payment", PAYMENT)
    const configuration = { [wire.sentPush]: { url } }
    try {
      expect((await caller.call(wire.send, { message, configuration })).body.error).toBeDefined()
    } finally {
      await sql("alter table gw_push_config drop constraint test_rejected")
    }
    const { id } = await caller.send(message, { configuration })
    await eventually(async () => (await agent.getTask(id)).artifacts.sca_redirect_url || undefined)
    expect((await caller.call(wire.getPush, wire.namedPush(id, id))).body.error).toBeUndefined()
  })

  it("are hidden from other clients: another client's task is not found", async () => {
    const { id } = await caller.send(question())
    await caller.call(wire.setPush, wire.push(id, { id: "mine", url: receiver.at("/hook") }))
    const stranger = new OfficialCaller(await payingAgent(), named)
    expect(await stranger.refusal(wire.setPush, wire.push(id, { url: receiver.at("/x") }))).toBe(-32001)
    expect(await stranger.refusal(wire.getPush, wire.namedPush(id, "mine"))).toBe(-32001)
    expect(await stranger.refusal(wire.listPush, wire.taskPush(id))).toBe(-32001)
    expect(await stranger.refusal(wire.deletePush, wire.namedPush(id, "mine"))).toBe(-32001)
    expect(await caller.refusal(wire.getPush, wire.namedPush(id, "mine"))).toBeUndefined()
  })
})
