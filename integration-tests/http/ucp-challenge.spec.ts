import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Buyer, CARD, type Checkout } from "../support/buyer"
import { ProfileHost, profileIn } from "../support/profile-host"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"
import { world } from "../support/world"

const AUTHENTICATION = "dev.ucp.common.payment.authentication"
const CHALLENGE = "dev.ucp.common.payment.three_ds_challenge"
const SHOPPING = ["checkout", "fulfillment", "discount"].map((name) => `dev.ucp.shopping.${name}`)

let host: ProfileHost
let item: string
let buyer: Buyer

beforeAll(async () => {
  host = await ProfileHost.listen()
  ;({ buyer, item } = await openUcpShop("Orrery"))
})

afterAll(async () => {
  host.close()
  await closeUcpShop()
})

/** From now on, the buyer's platform profile has this version and these capabilities. */
function speaking(version: Buyer["version"], names: readonly string[]): Buyer {
  buyer.version = version
  buyer.agent = { "ucp-agent": `profile="${host.publish(profileIn(version, names))}"` }
  return buyer
}

const capable = () => speaking("2026-08-25", [...SHOPPING, AUTHENTICATION])

type WithActions = Checkout & {
  actions?: Record<string, { id: string; config: { payment_instrument_id: string; url: string } }[]>
}

async function completed(of: Buyer): Promise<WithActions> {
  const { id } = await of.ready([[item, 1]])
  return of.checkout(of.complete(id))
}

const actionIn = ({ actions }: WithActions) => {
  const [action] = actions?.[CHALLENGE] ?? []
  if (!action) throw new Error("there is no action")
  return action
}

describe("a platform that can show the bank's page itself", () => {
  it("gets an action with the gateway's challenge page, besides the continue_url [UCP-29]", async () => {
    const checkout = await completed(capable())
    expect(checkout.status).toBe("complete_in_progress")
    const { id, config } = actionIn(checkout)
    expect(config).toEqual({
      payment_instrument_id: CARD.id,
      url: `${world().base_url}/gw-ucp/v1/challenge/${id}`,
    })
    expect(checkout.continue_url).toContain(world().simulator_url)
    const again: WithActions = await buyer.checkout(buyer.complete(checkout.id))
    expect(again.actions).toEqual(checkout.actions)
    expect(again.messages?.at(-1)).toMatchObject({ code: "payment_in_progress", severity: "recoverable" })
    const before = await page(config.url)
    expect(before).toMatch(/data-outcome="challenge"/)
    expect(before).toContain(checkout.continue_url)
    await authenticate(String(checkout.continue_url))
    const done: WithActions = await buyer.becomes(checkout.id, "completed")
    expect(done.actions).toBeUndefined()
    expect(await page(config.url)).toMatch(/data-outcome="confirmed".*action\.done/s)
  })

  it("gets a new action for each attempt [UCP-29]", async () => {
    const first = await completed(capable())
    await authenticate(String(first.continue_url), "decline")
    const failed: WithActions = await buyer.becomes(first.id, "ready_for_complete")
    expect(failed.actions).toBeUndefined()
    const second = await buyer.checkout(buyer.complete(first.id))
    expect(actionIn(second).id).not.toBe(actionIn(first).id)
    expect(await page(actionIn(first).config.url)).toMatch(/data-outcome="failed"/)
    await buyer.checkout(buyer.cancel(first.id))
  })

  it("gets only the continue_url when its request names no instrument for the action", async () => {
    const { id } = await capable().ready([[item, 1]])
    const checkout: WithActions = await buyer.checkout(buyer.send(`/checkout-sessions/${id}/complete`))
    expect([checkout.status, checkout.actions]).toEqual(["requires_escalation", undefined])
    await buyer.checkout(buyer.cancel(id))
  })
})

describe("a platform that cannot show the bank's page", () => {
  it.each([
    ["whose profile has no such extension", () => speaking("2026-08-25", SHOPPING)],
    ["that names it in a version without it", () => speaking("2026-04-08", [...SHOPPING, AUTHENTICATION])],
  ])("%s sends the buyer to the bank [UCP-29]", async (_, platform) => {
    const checkout = await completed(platform())
    expect([checkout.status, checkout.actions]).toEqual(["requires_escalation", undefined])
    expect(checkout.ucp.capabilities).not.toHaveProperty([AUTHENTICATION])
    await buyer.checkout(buyer.cancel(checkout.id))
  })
})

describe("the page of an unknown action", () => {
  it("answers 404", async () => {
    const { status } = await fetch(`${world().base_url}/gw-ucp/v1/challenge/pay_unknown`)
    expect(status).toBe(404)
  })
})

async function page(url: string): Promise<string> {
  const response = await fetch(url, { redirect: "manual" })
  expect(response.status).toBe(200)
  return response.text()
}
