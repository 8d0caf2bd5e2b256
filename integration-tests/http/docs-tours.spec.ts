import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { orderNumber, timesPlaced } from "../support/merchant"
import { consent, forgetAttempts, switchSurfaces } from "../support/oauth-client"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { follow, tourOf, type TourStore } from "../support/tour"
import { world } from "../support/world"

/** The store of the tests, whose administrator consents. */
const testStore = (): TourStore => ({
  base_url: world().base_url,
  consent: (address) => consent(address, "admin"),
})

beforeAll(async () => {
  await openUcpShop("Tour")
  await switchSurfaces({ acp_enabled: true })
})

afterAll(async () => {
  await switchSurfaces({ acp_enabled: false })
  await closeUcpShop()
})

describe("the tour of", () => {
  it.each([
    ["ucp.md", ["ready_for_complete", "requires_escalation"], "line_items.0.quantity"],
    ["acp.md", ["ready_for_payment", "requires_escalation"], "$.line_items[0].quantity"],
  ])(
    "docs/%s leads from nothing to a paid order [UCP-66, ACP-38]",
    { timeout: 120_000 },
    async (page, statuses, refused) => {
      await forgetAttempts()
      const printed = await follow(tourOf(page), testStore())
      const lines = printed.map((text) => text.trim())
      for (const status of statuses) expect(lines).toContain(status)
      const [, number] = /\bid: '(\d+)'/.exec(lines.at(-2) ?? "") ?? []
      const order = await orderNumber(Number(number))
      expect([order.payment_status, timesPlaced(order)]).toEqual(["captured", 1])
      expect(lines.at(-1)).toContain(refused)
    }
  )

  it("is not followed further when a command fails", async () => {
    await expect(follow(["false\n", "echo never\n"], testStore())).rejects.toThrow(
      "the shell ended in:\nfalse"
    )
  })
})
