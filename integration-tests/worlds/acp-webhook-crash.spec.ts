import { afterAll, beforeAll, expect, it } from "vitest"
import { AcpAgent } from "../support/acp"
import { acpEventIn, registerAddress } from "../support/acp-webhooks"
import { eventually } from "../support/agent"
import { inCrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { Receiver } from "../support/receiver"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { deliverAllDue } from "../support/webhooks"

const PATH = "/killed"

const crash = inCrashingWorld()

let agent: AcpAgent
let item: string
let receiver: Receiver

beforeAll(async () => {
  ;({ agent, item } = await openAcpShop("Nautical almanac"))
  receiver = await Receiver.listen()
})

afterAll(async () => {
  receiver.close()
  await closeAcpShop()
})

it("an order event whose store was killed before the receiver answered is sent again, the same [ACP-43]", async () => {
  const { id, secret } = await registerAddress(agent, receiver.at(PATH))
  const release = receiver.hold(PATH)
  const { id: session_id } = await agent.ready([[item, 1]])
  await agent.authenticateBuyer(await agent.session(agent.complete(session_id)), "completed")
  const [first] = await receiver.waitFor(PATH, () => true)
  await crash.kill()
  release()
  await sql(
    "update gw_webhook_delivery set leased_until = null, next_at = now() where subscription_id = $1",
    [id]
  )
  await deliverAllDue(id)
  await eventually(async () => {
    const [left] = await sql(
      "select 1 from gw_webhook_delivery where subscription_id = $1 and state = 'pending'",
      [id]
    )
    return left ? undefined : true
  })
  const creations = receiver.arrived.filter(({ body }) => body.includes('"order_create"'))
  expect(creations.length).toBeGreaterThan(1)
  expect(new Set(creations.map(({ headers, body }) => `${headers["request-id"]} ${body}`)).size).toBe(1)
  expect(creations[0]).toEqual(first)
  for (const one of creations) expect(acpEventIn(one, secret).data.checkout_session_id).toBe(session_id)
})
