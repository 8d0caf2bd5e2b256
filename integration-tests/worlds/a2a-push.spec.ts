import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { sql } from "../support/database"
import { eventuallyRunning, runJob } from "../support/jobs"
import { adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { OfficialCaller, type WireVersion, WIRES, messageOf, skillMessage } from "../support/official"
import { inOwnWorld } from "../support/own-world"
import { payingAgent } from "../support/payments"
import { ended, freshPath, isGenuine, PAYMENT, pushed } from "../support/push"
import { type Arrived, Receiver } from "../support/receiver"
import { authenticate } from "../support/shopper"
import { everySetting } from "../support/store-keys"

inOwnWorld(everySetting())

/** The number of deliveries one client can have under way at a time. */
const SHARE = 15

let receiver: Receiver
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  receiver = await Receiver.listen()
})
afterAll(() => receiver.close())

describe.each(["0.3", "1.0"] as const)("A2A %s push notifications", (version) => {
  const wire = WIRES[version]
  const named = version === "0.3" ? null : version
  /** In 0.3 a notification repeats the task's state also when only its artifact has changed. */
  const onlyIn03 = (state: string) => (version === "0.3" ? [state] : [])
  let agent: Agent
  let caller: OfficialCaller
  beforeAll(async () => {
    agent = await payingAgent()
    caller = new OfficialCaller(agent, named)
  })

  const question = () => messageOf(version, wire.text("What can you do?"))
  const isFinal = ({ body }: Arrived) => body.includes(wire.state("completed"))

  /** A captured payment with a push configuration at this path from the start. */
  async function paid(path: string, config: object = {}): Promise<string> {
    const configuration = { [wire.sentPush]: { url: receiver.at(path), ...config } }
    const { id } = await caller.send(skillMessage(version, "create_payment", PAYMENT), { configuration })
    const page = async () => (await agent.getTask(id)).artifacts.sca_redirect_url || undefined
    await authenticate(await eventually(page))
    await agent.settled(id)
    return id
  }

  it("report every change of a task in order, each signed [A2A-56, A2A-57]", async () => {
    const path = freshPath()
    const id = await paid(path, { token: "tok-1", authentication: wire.authentication("Bearer", "cred-1") })
    const all = await pushed(receiver, path, isFinal)
    const states = ["submitted", "working", "input-required", "completed"]
    expect(statesIn(version, all)).toEqual(states)
    expect(all.map(({ headers }) => headers["webhook-id"])).toEqual(all.map((_, n) => `${id}-${n + 1}`))
    for (const one of all) {
      expect(one.headers).toMatchObject({
        "x-a2a-notification-token": "tok-1",
        authorization: "Bearer cred-1",
        "content-type":
          version === "1.0" ? "application/a2a+json" : expect.stringContaining("application/json"),
      })
      expect(await isGenuine(one, receiver.at(path))).toBe(true)
      expect(await isGenuine({ ...one, body: `${one.body} ` }, receiver.at(path))).toBe(false)
    }
  })

  it("are retried until the receiver accepts them, with the same id and body, and without overtaking [A2A-58, A2A-59]", async () => {
    const path = freshPath()
    receiver.answers.set(path, [500, 307])
    await paid(path)
    const all = await pushed(receiver, path, isFinal)
    const [first, second, third] = all
    expect([first?.status, second?.status, third?.status]).toEqual([500, 307, 200])
    for (const again of [second, third])
      expect([again?.body, again?.headers["webhook-id"]]).toEqual([first?.body, first?.headers["webhook-id"]])
    expect(receiver.arrived.some((one) => one.path === "/elsewhere")).toBe(false)
    const states = ["submitted", "working", "input-required", "completed"]
    expect(statesIn(version, all.slice(2))).toEqual(states)
  })

  it("are sent once when the same configuration arrives again, and none is lost [A2A-56, A2A-57]", async () => {
    const path = freshPath()
    const configuration = { [wire.sentPush]: { url: receiver.at(path) } }
    const message = skillMessage(version, "create_payment", PAYMENT)
    const { id } = await caller.send(message, { configuration })
    await Promise.all([1, 2, 3].map(() => caller.send(message, { configuration })))
    await agent.call("tasks/cancel", { task_id: id })
    const all = await pushed(receiver, path, ({ body }) => body.includes(wire.state("canceled")))
    const ids = all.map(({ headers }) => headers["webhook-id"])
    expect(ids).toEqual(all.map((_, index) => `${id}-${index + 1}`))
  })

  it("keep their order when the configuration arrives again while its receiver is slow [A2A-57]", async () => {
    const path = freshPath()
    const release = receiver.hold(path)
    const authentication = wire.authentication("Bearer", "cred-1")
    const configuration = { [wire.sentPush]: { url: receiver.at(path), token: "tok-1", authentication } }
    const message = skillMessage(version, "create_payment", PAYMENT)
    const { id } = await caller.send(message, { configuration })
    await pushed(receiver, path, () => true)
    await caller.send(message, { configuration })
    await runJob("deliver-push")
    release()
    await agent.call("tasks/cancel", { task_id: id })
    const all = await pushed(receiver, path, ({ body }) => body.includes(wire.state("canceled")))
    expect(all.map(({ headers }) => headers["webhook-id"])).toEqual(all.map((_, n) => `${id}-${n + 1}`))
  })

  it("repeat the body of the first attempt, even when the task changed meanwhile [A2A-58]", async () => {
    const path = freshPath()
    receiver.answers.set(path, [500])
    const configuration = { [wire.sentPush]: { url: receiver.at(path) } }
    const { id } = await caller.send(skillMessage(version, "create_payment", PAYMENT), { configuration })
    await pushed(receiver, path, ({ status }) => status === 500)
    await caller.send(messageOf(version, wire.text("And then?"), { taskId: id }))
    const [first, second] = await pushed(receiver, path, ({ status }) => status === 200)
    expect(first?.status).toBe(500)
    expect([second?.body, second?.headers["webhook-id"]]).toEqual([first?.body, first?.headers["webhook-id"]])
    expect(JSON.stringify((await caller.task(wire.get, { id })).history)).toContain("And then?")
  })

  it.each([
    ["answers late", 200, [500]],
    ["is gone", 410, []],
  ])(
    "keep their order and are complete when the URL changes while the old receiver %s [A2A-57, A2A-58]",
    async (_, status, answers) => {
      const [before, after] = [freshPath(), freshPath()]
      const release = receiver.hold(before)
      receiver.answers.set(before, [status])
      receiver.answers.set(after, [...answers])
      const configuration = { [wire.sentPush]: { id: "mine", url: receiver.at(before) } }
      const { id } = await caller.send(skillMessage(version, "create_payment", PAYMENT), { configuration })
      await pushed(receiver, before, () => true)
      await caller.call(wire.setPush, wire.push(id, { id: "mine", url: receiver.at(after) }))
      if (answers.length) await pushed(receiver, after, () => true)
      release()
      await agent.call("tasks/cancel", { task_id: id })
      const all = await pushed(receiver, after, ({ body }) => body.includes(wire.state("canceled")))
      const ids = all.filter((one) => one.status === 200).map(({ headers }) => headers["webhook-id"])
      expect(ids).toEqual(ids.map((_, index) => `${id}-${index + 1}`))
      expect(all[0]?.headers["webhook-id"]).toBe(`${id}-1`)
      expect(receiver.arrived.filter((one) => one.path === before)).toHaveLength(1)
    }
  )

  it("do not wait for the receivers of other tasks", async () => {
    const slow = Array.from({ length: 10 }, freshPath)
    for (const path of slow) receiver.silent.add(path)
    const path = freshPath()
    await Promise.all([...slow, path].map((one) => paid(one)))
    await pushed(receiver, path, isFinal)
    for (const one of slow) receiver.silent.delete(one)
  })

  it("end when the receiver answers 410 [A2A-58]", async () => {
    const path = freshPath()
    receiver.answers.set(path, [410])
    await paid(path)
    expect(await ended(receiver.at(path))).toBe("answered 410")
    expect(receiver.arrived.filter((one) => one.path === path)).toHaveLength(1)
  })

  it("end when the client is revoked [A2A-58]", async () => {
    const path = freshPath()
    const leaving = await payingAgent()
    const { task_id, artifacts } = await leaving.createPayment()
    const its = new OfficialCaller(leaving, named)
    await its.call(wire.setPush, wire.push(task_id, { url: receiver.at(path) }))
    const revoke = `/admin/agentic-commerce/clients/${leaving.client_id}/revoke`
    expect((await adminPost(revoke, { reason: "test" })).status).toBe(200)
    await authenticate(artifacts.sca_redirect_url)
    expect(await ended(receiver.at(path))).toBe("the client is revoked")
    expect(receiver.arrived.filter((one) => one.path === path)).toEqual([])
  })

  it.each([
    ["is revoked", revokeConsent],
    ["has expired", expireConsent],
  ])("end when the consent they were requested under %s [A2A-58]", async (_, end) => {
    const path = freshPath()
    const leaving = await payingAgent()
    const its = new OfficialCaller(leaving, named)
    const { task_id, artifacts } = await leaving.createPayment()
    await its.call(wire.setPush, wire.push(task_id, { url: receiver.at(path) }))
    await end(leaving)
    await authenticate(artifacts.sca_redirect_url)
    expect(await ended(receiver.at(path))).toBe("the consent has ended")
    expect(receiver.arrived.filter((one) => one.path === path)).toEqual([])
  })

  it("end when their credentials can no longer be decrypted, and are shown without them", async () => {
    const path = freshPath()
    const { id } = await caller.send(question())
    const config = { id: "mine", url: receiver.at(path) }
    await caller.call(wire.setPush, wire.push(id, { ...config, token: "t" }))
    await sql("update gw_push_config set secrets = 'v1.' || repeat('A', 80) where task_id = $1", [id])
    const got = await caller.call(wire.getPush, wire.namedPush(id, "mine"))
    expect(got.body.result).toMatchObject(wire.push(id, config))
    expect(JSON.stringify(got.body.result)).not.toContain("token")
    expect((await caller.call(wire.listPush, wire.taskPush(id))).body.error).toBeUndefined()
    await agent.call("tasks/cancel", { task_id: id })
    expect(await ended(receiver.at(path))).toBe("its credentials were encrypted with another key")
    expect(receiver.arrived.filter((one) => one.path === path)).toEqual([])
  })

  it.each([
    ["a skill that answers at once", "completed", (): object => skillMessage(version, "list_payments", {})],
    ["a message without a skill", "input-required", question],
  ])(
    "report every event of the task of %s to the address in the message [OFC-04]",
    async (_, last, message) => {
      const path = freshPath()
      const configuration = { [wire.sentPush]: { url: receiver.at(path) } }
      const { id } = await caller.send(message(), { configuration })
      const all = await pushed(receiver, path, ({ body }) => body.includes(wire.state(last)))
      expect(statesIn(version, all)).toEqual(["submitted", "working", last])
      expect(all.map(({ headers }) => headers["webhook-id"])).toEqual(all.map((_, n) => `${id}-${n + 1}`))
    }
  )

  it("report no earlier events to the address in a message about an existing task [OFC-05]", async () => {
    const { id } = await caller.send(question())
    const path = freshPath()
    const configuration = { [wire.sentPush]: { url: receiver.at(path) } }
    await caller.send(messageOf(version, wire.text("And then?"), { taskId: id }), { configuration })
    await agent.call("tasks/cancel", { task_id: id })
    const all = await pushed(receiver, path, ({ body }) => body.includes(wire.state("canceled")))
    expect(statesIn(version, all)).toEqual(["canceled"])
  })

  it("start with the next change when they are requested late", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const path = freshPath()
    await caller.call(wire.setPush, wire.push(task_id, { url: receiver.at(path) }))
    await authenticate(artifacts.sca_redirect_url)
    const states = [...onlyIn03("input-required"), "completed"]
    expect(statesIn(version, await pushed(receiver, path, isFinal))).toEqual(states)
  })
})

it("push notifications do not wait for those of another client with many slow receivers", async () => {
  const [slow, other] = [await payingAgent(), await payingAgent()]
  const paths = Array.from({ length: 60 }, freshPath)
  for (const path of paths) receiver.silent.add(path)
  const wire = WIRES["1.0"]
  const ask = (agent: Agent) =>
    new OfficialCaller(agent, "1.0").send(messageOf("1.0", wire.text("What can you do?")))
  const tell = (agent: Agent, id: string, path: string) =>
    new OfficialCaller(agent, "1.0").call(wire.setPush, wire.push(id, { url: receiver.at(path) }))
  const tasks = await Promise.all(Array.from({ length: 6 }, () => ask(slow)))
  await Promise.all(paths.map((path, n) => tell(slow, tasks[n % 6]?.id ?? "", path)))
  await Promise.all(tasks.map(({ id }) => slow.call("tasks/cancel", { task_id: id })))
  const path = freshPath()
  const { id } = await ask(other)
  await tell(other, id, path)
  // The lease of a delivery lasts a minute.
  const leased =
    "select 1 from gw_push_config where url = any($1) and next_at > now() + interval '30 seconds'"
  const urls = paths.map((one) => receiver.at(one))
  // The slow client has exactly its share of deliveries under way.
  const underWay = await eventuallyRunning("deliver-push", async () => {
    const rows = await sql(leased, [urls])
    return rows.length >= SHARE ? rows : undefined
  })
  expect(underWay).toHaveLength(SHARE)
  await other.call("tasks/cancel", { task_id: id })
  await pushed(receiver, path, () => true)
  for (const one of paths) receiver.silent.delete(one)
})

async function revokeConsent({ client_id }: Agent): Promise<void> {
  const grants = `/admin/agentic-commerce/clients/${client_id}/grants`
  const { grants: all } = await adminGet<{ grants: { id: string }[] }>(grants)
  expect((await adminPost(`${grants}/${all[0]?.id}/revoke`, { reason: "test" })).status).toBe(200)
}

async function expireConsent({ client_id }: Agent): Promise<void> {
  const its = "select id from gw_oauth_grant where client_id = $1"
  await sql(`update gw_oauth_token set expires_at = now() where grant_id in (${its})`, [client_id])
}

interface PushBody {
  readonly status?: { readonly state: string }
  readonly statusUpdate?: { readonly status: { readonly state: string } }
}

/** The states a receiver got, without repeats. */
function statesIn(version: WireVersion, all: readonly Arrived[]): string[] {
  const { state } = WIRES[version]
  const notified = all.flatMap(({ body }) => {
    const { status, statusUpdate } = JSON.parse(body) as PushBody
    return (statusUpdate?.status ?? status)?.state ?? []
  })
  const names = ["submitted", "working", "input-required", "completed", "failed", "canceled"]
  const plain = notified.map((one) => names.find((name) => state(name) === one) ?? one)
  return plain.filter((one, index) => one !== plain[index - 1])
}
