import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, chosen } from "../support/acp"
import { Buyer, basketOf } from "../support/buyer"
import { ProfileHost } from "../support/profile-host"
import { closeAcpShop, closeUcpShop, openAcpShop, openUcpShop } from "../support/shop"
import { callUcp } from "../support/ucp"
import { strict, VERSIONS } from "../support/ucp-schemas"
import { inVersion } from "../support/ucp-version"

let host: ProfileHost
let item: string

beforeAll(async () => {
  host = await ProfileHost.listen()
  ;({ item } = await openUcpShop("Quadrant"))
  await openAcpShop("Quadrant case")
})

afterAll(async () => {
  host.close()
  await closeAcpShop()
  await closeUcpShop()
})

const PROFILES = { "2026-04-08": "/.well-known/ucp", "2026-08-25": "/.well-known/ucp/2026-08-25" }
const CONFIGS = {
  "2026-04-08": {
    allows_multi_destination: { shipping: false },
    allows_method_combinations: [["shipping"]],
  },
  "2026-08-25": { multi_destination: [], method_combinations: [["shipping"]] },
}

describe.each(VERSIONS)("the fulfillment methods of the store, in %s", (version) => {
  it("are in the config of the capability in its profile [UCP-63]", async () => {
    const { body } = await callUcp(PROFILES[version], undefined)
    const { capabilities } = strict(version).profile.parse(body).ucp
    expect(capabilities["dev.ucp.shopping.fulfillment"]).toMatchObject([{ config: CONFIGS[version] }])
  })

  it.each<[object[], string[]]>([
    [[{ type: "pickup" }], ['"pickup" is not supported. This store supports: shipping']],
    [[{ type: "teleport" }], ['"teleport" is not supported. This store supports: shipping']],
    [
      [{ type: "shipping" }, { type: "pickup" }],
      ['the combination of "shipping" with "pickup" is not supported'],
    ],
    [
      [{ type: "shipping" }, { type: "shipping" }],
      ['the combination of "shipping" with "shipping" is not supported'],
    ],
  ])("are the only ones: %j is rejected by name, also in a change [UCP-63]", async (methods, reasons) => {
    const buyer = inVersion(await Buyer.forGuests(), version, host)
    const { id } = await buyer.ready([[item, 1]])
    const body = { ...basketOf([[item, 1]]), fulfillment: { methods } }
    for (const { status, body: refused } of [
      await buyer.send(buyer.checkouts, { body }),
      await buyer.update(id, body),
    ]) {
      expect(status).toBe(400)
      const text = JSON.stringify(refused).replaceAll('\\"', '"')
      for (const reason of reasons) expect(text).toContain(reason)
    }
    expect((await buyer.read(id)).status).toBe("ready_for_complete")
  })
})

it.each(["pickup", "local_delivery", "digital"])(
  "over ACP, a selected option of the type %s is rejected by name [ACP-37]",
  async (type) => {
    const agent = await AcpAgent.of()
    const session = await agent.ready([[item, 1]])
    const [option] = chosen(session).selected_fulfillment_options
    const { status, body } = await agent.update(session.id, {
      selected_fulfillment_options: [{ ...option, type }],
    })
    expect([status, body.code, body.param]).toEqual([
      400,
      "invalid_params",
      "$.selected_fulfillment_options[0].type",
    ])
    expect(body).toMatchObject({
      message: expect.stringContaining(`"${type}" is not supported. This store supports: shipping`) as string,
    })
    expect((await agent.read(session.id)).status).toBe("ready_for_payment")
  }
)
