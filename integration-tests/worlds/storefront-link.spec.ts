import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import {
  completeInStorefront as complete,
  handedOver as waiting,
  LINK,
  MANUAL_STOREFRONT,
  tokenIn,
} from "../support/hand-off"
import { adminPost } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { erase, erasureIn, newCustomer } from "../support/privacy"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { Storefront } from "../support/storefront"
import { world } from "../support/world"

inOwnWorld(MANUAL_STOREFRONT)

let buyer: Buyer
let item: string
let shop: Storefront

beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Alidade"))
  shop = new Storefront()
})
afterAll(closeUcpShop)

const handedOver = () => waiting(buyer, item)

const deleteCart = (session_id: string) =>
  sql("update cart set deleted_at = now() where id = (select cart_id from gw_session where id = $1)", [
    session_id,
  ])

/** The publishable key of a storefront that sells in another sales channel. */
async function keyOfAnotherChannel(): Promise<string> {
  const post = async <T>(path: string, body: object) => (await (await adminPost(path, body)).json()) as T
  const { sales_channel } = await post<{ sales_channel: { id: string } }>("/admin/sales-channels", {
    name: "Another channel",
  })
  const { api_key } = await post<{ api_key: { id: string; token: string } }>("/admin/api-keys", {
    title: "Another storefront",
    type: "publishable",
  })
  await post(`/admin/api-keys/${api_key.id}/sales-channels`, { add: [sales_channel.id] })
  return api_key.token
}

describe("the link to a checkout that is paid in the storefront", () => {
  it("is not handed over to a storefront of another sales channel [ROUTE-07]", async () => {
    const { token } = await handedOver()
    const other = new Storefront(world().base_url, await keyOfAnotherChannel())
    expect(await other.adopt(token)).toMatchObject({ status: 404, type: "not_found" })
    expect((await shop.adopt(token)).status).toBe(200)
  })

  it("is handed over by a link of which the store has only the hash; no order exists yet [ROUTE-07]", async () => {
    const { id, token, messages } = await handedOver()
    expect(messages).toMatchObject([{ code: "storefront_payment", severity: "requires_buyer_input" }])
    expect(token).toHaveLength(43)
    const stored = JSON.stringify(
      await sql("select * from gw_storefront_hand_off where session_id = $1", [id])
    )
    expect(stored).not.toContain(token)
    expect(tokenIn(await buyer.read(id))).toBe(token)
    const begun = "select 1 from gw_payment where cart_id = (select cart_id from gw_session where id = $1)"
    expect(await sql(begun, [id])).toEqual([])
  })

  it("hands its cart over once, also to twenty storefronts at once [ROUTE-07]", async () => {
    const { token } = await handedOver()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.adopt(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, type }) => status === 409 && type === "conflict")).toHaveLength(19)
    expect((await shop.adopt(token)).status).toBe(409)
  })

  it("is handed over again to the request that repeats the key, because its answer was lost [ROUTE-07]", async () => {
    const { id, token } = await handedOver()
    const keys = Array.from({ length: 6 }, (_, index) => `key-${index % 2}`)
    const answers = await Promise.all(keys.map((key) => shop.adopt(token, key)))
    const [winner = ""] = keys.filter((_, index) => answers[index]?.status === 200)
    expect(answers.map(({ status }, index) => [keys[index] === winner, status])).toEqual(
      keys.map((key) => (key === winner ? [true, 200] : [false, 409]))
    )
    const { cart_id = "" } = await shop.adopt(token, winner)
    for (const other of [undefined, "", "key-2"]) expect((await shop.adopt(token, other)).status).toBe(409)
    expect((await buyer.checkout(buyer.cancel(id))).status).toBe("canceled")
    expect(await shop.adopt(token, winner)).toMatchObject({ status: 200, cart_id })
    expect((await shop.buy(cart_id)).type).toBe("order")
    await buyer.becomes(id, "completed")
    expect((await shop.adopt(token, winner)).status).toBe(409)
  })

  it("is not handed over again when its cart is deleted [ROUTE-07]", async () => {
    const { id, token } = await handedOver()
    expect((await shop.adopt(token, "key")).status).toBe(200)
    await deleteCart(id)
    expect((await shop.adopt(token, "key")).status).toBe(410)
  })

  it("has a new link also in the answer to a repeated completion [ROUTE-07]", async () => {
    const { id, token } = await handedOver()
    await sql("update gw_storefront_hand_off set expires_at = now() where session_id = $1", [id])
    const again = tokenIn(await buyer.checkout(complete(buyer, id)))
    expect([again === token, (await shop.adopt(again)).status]).toEqual([false, 200])
  })

  it("is not handed over again with a key if it was handed over without one [ROUTE-07]", async () => {
    const { token } = await handedOver()
    expect((await shop.adopt(token)).status).toBe(200)
    for (const key of ["", "null", "key"]) expect((await shop.adopt(token, key)).status).toBe(409)
  })

  it("is not handed over by an unknown token, nor without the storefront's publishable key [ROUTE-07]", async () => {
    const { token } = await handedOver()
    expect(await shop.adopt("A".repeat(43))).toMatchObject({ status: 404, type: "not_found" })
    const bare = await fetch(`${world().base_url}/store/agentic-commerce/hand-off/${token}`, {
      method: "POST",
    })
    expect(bare.status).toBe(400)
    expect((await shop.adopt(token)).status).toBe(200)
  })

  it("has a new link when the unused one has expired; the old one is refused [ROUTE-07]", async () => {
    const { id, token } = await handedOver()
    await sql("update gw_storefront_hand_off set expires_at = now() where session_id = $1", [id])
    expect(await shop.adopt(token)).toMatchObject({ status: 410, type: "expired" })
    const renewed = tokenIn(await buyer.read(id))
    expect([renewed === token, (await shop.adopt(token)).status]).toEqual([false, 404])
    expect((await shop.adopt(renewed)).status).toBe(200)
    expect((await buyer.read(id)).continue_url).not.toMatch(LINK)
  })

  it("cannot be handed over after the agent has canceled it [ROUTE-09]", async () => {
    const { id, token } = await handedOver()
    expect((await buyer.checkout(buyer.cancel(id))).status).toBe("canceled")
    // The store may be killed before it deletes the cart.
    await sql("update cart set deleted_at = null where id = (select cart_id from gw_session where id = $1)", [
      id,
    ])
    expect(await shop.adopt(token)).toMatchObject({ status: 410, type: "expired" })
  })

  it("is not handed over when its cart is deleted [ROUTE-07]", async () => {
    const { id, token } = await handedOver()
    await deleteCart(id)
    expect(await shop.adopt(token)).toMatchObject({ status: 410, type: "expired" })
  })

  it("is not handed over after its customer's data was erased [ROUTE-07]", async () => {
    const customer = await newCustomer()
    const own = await Buyer.forPerson(customer)
    const { id } = await own.ready([[item, 1]])
    const checkout = await own.checkout(complete(own, id))
    expect(await erasureIn(erase(customer))).toMatchObject({ obstacle: null })
    expect((await shop.adopt(tokenIn(checkout))).status).toBe(404)
  })
})
