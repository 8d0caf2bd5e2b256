import { afterAll, beforeAll, expect, it } from "vitest"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { Receiver } from "../support/receiver"
import { closeReceiver, openReceiver } from "../support/webhook-clients"
import { deliveriesOf, newestThat, subscribe } from "../support/webhooks"

let receiver: Receiver

beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => closeReceiver(receiver))

it("delivered deliveries are deleted after 30 days and dead ones after 90, with their events", async () => {
  const buyer = await Buyer.forGuests()
  const { id } = await subscribe(buyer, receiver.at("/purged"))
  await newestThat(buyer, id, ({ state }) => state === "delivered")
  for (let n = 0; n < 3; n++) {
    expect((await buyer.send(`/webhooks/${id}/ping`)).status).toBe(202)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
  }
  const all = (await deliveriesOf(buyer, id)).deliveries
  expect(all).toHaveLength(4)
  const [recent, old, dead, oldDead] = all
  const age = async (delivery: typeof recent, state: string, days: number) => {
    await sql(
      "update gw_webhook_delivery set state = $2, ended_at = now() - make_interval(days => $3) where id = $1",
      [delivery?.id, state, days]
    )
    await sql("update gw_webhook_event set created_at = now() - make_interval(days => $2) where id = $1", [
      delivery?.event_id,
      days,
    ])
  }
  await age(recent, "delivered", 29)
  await age(old, "delivered", 31)
  await age(dead, "dead", 89)
  await age(oldDead, "dead", 91)
  await runJob("purge-webhooks")
  const left = (await deliveriesOf(buyer, id)).deliveries
  expect(left.map((one) => one.id).sort()).toEqual([recent?.id, dead?.id].sort())
  const events = await sql<{ id: string }>("select id from gw_webhook_event where id = any($1)", [
    all.map(({ event_id }) => event_id),
  ])
  expect(events.map((one) => one.id).sort()).toEqual([recent?.event_id, dead?.event_id].sort())
})
