import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ANA, BERLIN, Buyer, amountOf, basketOf, delivery, repeatedIn } from "../support/buyer"
import { newCustomer } from "../support/privacy"
import { ProfileHost } from "../support/profile-host"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"
import { strict, VERSIONS } from "../support/ucp-schemas"
import { world } from "../support/world"
import { inVersion } from "../support/ucp-version"

let host: ProfileHost
let item: string

beforeAll(async () => {
  host = await ProfileHost.listen()
  ;({ item } = await openUcpShop("Torquetum"))
})

afterAll(async () => {
  host.close()
  await closeUcpShop()
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: object | string
  readonly status: number
  readonly code: string
}

/** Refused calls on UCP's own paths. */
const OFFICIAL: readonly Sent[] = [
  { method: "POST", path: "/checkout-sessions", body: {}, status: 400, code: "invalid_params" },
  { method: "POST", path: "/checkout-sessions", body: "{", status: 400, code: "parse_error" },
  { method: "GET", path: "/checkout-sessions/chk_none", status: 404, code: "not_found" },
  { method: "PUT", path: "/checkout-sessions/chk_none", body: {}, status: 404, code: "not_found" },
  { method: "DELETE", path: "/checkout-sessions/chk_none", status: 405, code: "method_not_allowed" },
  { method: "POST", path: "/checkout-sessions/chk_none/complete", status: 404, code: "not_found" },
  { method: "POST", path: "/checkout-sessions/chk_none/cancel", status: 404, code: "not_found" },
  { method: "POST", path: "/carts", body: {}, status: 400, code: "invalid_params" },
  { method: "GET", path: "/carts/cart_none", status: 404, code: "not_found" },
  { method: "POST", path: "/carts/cart_none/cancel", status: 404, code: "not_found" },
  { method: "POST", path: "/catalog/search", body: { query: 1 }, status: 400, code: "invalid_params" },
  { method: "POST", path: "/catalog/lookup", body: {}, status: 400, code: "invalid_params" },
  { method: "GET", path: "/orders/1", status: 404, code: "not_found" },
]

/** Refused calls on the paths that only this service has. */
const OWN: readonly Sent[] = [
  { method: "POST", path: "/sessions", body: {}, status: 400, code: "invalid_params" },
  { method: "GET", path: "/cart-sessions/cart_none", status: 404, code: "not_found" },
  { method: "GET", path: "/catalog/search?limit=0", status: 400, code: "invalid_params" },
  { method: "GET", path: "/orders?limit=0", status: 400, code: "invalid_params" },
  { method: "POST", path: "/orders/1/refund", status: 404, code: "not_found" },
]

const send = (buyer: Buyer, { method, path, body }: Sent) => buyer.send(path, { method, body: body ?? {} })

describe.each(VERSIONS)("an error for a platform that names itself, in %s", (version) => {
  let buyer: Buyer
  beforeAll(async () => {
    buyer = inVersion(await Buyer.forGuests(), version, host)
  })

  it.each(OFFICIAL)("is UCP's alone on $method $path: $code [UCP-64]", async (sent) => {
    const { status, body } = await send(buyer, sent)
    // A method that a path does not have is rejected before the version is negotiated.
    const answered = sent.status === 405 ? "2026-04-08" : version
    const { ucp, messages } = strict(answered).error.parse(body)
    expect([status, ucp.version, messages[0]?.code]).toEqual([sent.status, answered, sent.code])
  })

  it.each(OWN)("is this service's on $method $path: $code [UCP-64]", async (sent) => {
    const { status, body } = await send(buyer, sent)
    expect([status, strict(version).refusal.parse(body).code]).toEqual([sent.status, sent.code])
  })

  it("names each fault with its path [UCP-64]", async () => {
    const body = { line_items: [{ item: { id: item }, quantity: 0 }], buyer: { email: "ana" } }
    const refused = await buyer.send("/checkout-sessions", { body })
    const { messages } = strict(version).error.parse(refused.body)
    expect(messages.slice(1)).toMatchObject([
      { code: "invalid_params", path: "$.line_items[0].quantity", severity: "recoverable" },
      { code: "invalid_params", path: "$.buyer.email", content: expect.stringContaining("email") as string },
    ])
  })

  it("names what is missing for a completion [UCP-64]", async () => {
    const body = { ...basketOf([[item, 1]]), buyer: ANA }
    const { id } = await buyer.checkout(buyer.send("/checkout-sessions", { body }), 201)
    const { status, body: refused } = await buyer.complete(id)
    const { messages } = strict(version).error.parse(refused)
    expect([status, messages]).toMatchObject([
      400,
      [
        {
          code: "checkout_incomplete",
          content: expect.stringMatching(/^Fulfillment address and option must be selected\./) as string,
        },
        { path: "$.fulfillment" },
      ],
    ])
  })

  it("without a token, and of a key that was used before, is UCP's as well [UCP-64]", async () => {
    const headers = { "idempotency-key": randomUUID() }
    const body = basketOf([[item, 1]])
    await buyer.checkout(buyer.send("/checkout-sessions", { body, headers }), 201)
    const used = await buyer.send("/checkout-sessions", { body: basketOf([[item, 2]]), headers })
    expect(strict(version).error.parse(used.body).messages).toMatchObject([{ code: "idempotency_conflict" }])
    const anonymous = { authorization: "Bearer gwa_none" }
    const refused = await fetch(`${world().base_url}/gw-ucp/v1/checkout-sessions/x`, {
      headers: { ...buyer.agent, ...anonymous },
    })
    expect(refused.status).toBe(401)
    // The version is negotiated only with a token.
    const { messages } = strict("2026-04-08").error.parse(await refused.json())
    expect(messages).toMatchObject([{ code: "identity_required" }])
  })

  it("is this service's without UCP-Agent [UCP-64]", async () => {
    const other = await Buyer.forGuests()
    for (const sent of OFFICIAL) {
      const { status, body } = await send(other, sent)
      expect([status, strict("2026-04-08").refusal.parse(body).code]).toEqual([sent.status, sent.code])
    }
  })
})

describe.each(VERSIONS)("an update by a platform that names itself, in %s", (version) => {
  const platform = async () => inVersion(await Buyer.forGuests(), version, host)
  const full = () => ({ ...basketOf([[item, 1]]), buyer: ANA, ...delivery(), discounts: { codes: ["NOPE"] } })

  it("removes every member that it does not have [UCP-65]", async () => {
    const buyer = await platform()
    const ready = await buyer.ready([[item, 1]], { discounts: { codes: ["NOPE"] } })
    expect(ready.discounts?.codes).toEqual(["NOPE"])
    const { line_items } = repeatedIn(ready)
    const bare = await buyer.checkout(buyer.update(ready.id, { line_items }))
    expect([bare.buyer, bare.discounts?.codes, bare.fulfillment?.methods[0]?.destinations]).toEqual([
      {},
      [],
      [],
    ])
    expect([bare.status, amountOf(bare, "fulfillment")]).toEqual(["incomplete", 0])
    expect(bare.line_items.map(({ id }) => id)).toEqual(ready.line_items.map(({ id }) => id))
  })

  it("removes members of a member: the selection and the name [UCP-65]", async () => {
    const buyer = await platform()
    const ready = await buyer.ready([[item, 1]])
    const { first_name: _, ...nameless } = ANA
    const { fulfillment } = delivery()
    const body = { ...repeatedIn(ready), buyer: nameless, fulfillment }
    const changed = await buyer.checkout(buyer.update(ready.id, body))
    expect(changed.buyer).toEqual(nameless)
    expect(changed.fulfillment?.methods[0]?.groups[0]?.selected_option_id).toBeNull()
  })

  it("that repeats everything changes nothing, and the checkout can be bought [UCP-65]", async () => {
    const buyer = await platform()
    const ready = await buyer.ready([[item, 1]])
    const same = await buyer.choose(ready)
    expect({ ...same, expires_at: "" }).toEqual({ ...ready, expires_at: "" })
    const { continue_url = "" } = await buyer.checkout(buyer.complete(ready.id))
    await authenticate(continue_url)
    await buyer.becomes(ready.id, "completed")
  })

  it("must have line items: without them nothing changes [UCP-65]", async () => {
    const buyer = await platform()
    const ready = await buyer.ready([[item, 1]])
    const { status, body } = await buyer.update(ready.id, { buyer: ANA })
    expect([status, strict(version).error.parse(body).messages[1]]).toMatchObject([
      400,
      { path: "$.line_items" },
    ])
    expect({ ...(await buyer.read(ready.id)), expires_at: "" }).toEqual({ ...ready, expires_at: "" })
  })

  it("leaves what the store knows of its customer: contact and saved addresses [UCP-65]", async () => {
    const customer = await newCustomer()
    const buyer = inVersion(await Buyer.forPerson(customer), version, host)
    const ready = await buyer.ready([[item, 1]])
    expect(ready.buyer).toEqual(ANA)
    const bare = await buyer.checkout(buyer.update(ready.id, basketOf([[item, 2]])))
    expect(bare.buyer).toMatchObject({ email: customer.email, first_name: customer.name })
  })

  it("of a cart removes its codes and its buyer [UCP-65]", async () => {
    const buyer = await platform()
    const { fulfillment: _, ...body } = full()
    const cart = await buyer.cart(buyer.send("/carts", { body }), 201)
    expect([cart.buyer, cart.discounts?.codes]).toEqual([ANA, ["NOPE"]])
    const update = { id: cart.id, ...basketOf([[item, 2]]) }
    const changed = await buyer.cart(buyer.send(`/carts/${cart.id}`, { method: "PUT", body: update }))
    expect([changed.buyer, changed.discounts?.codes]).toEqual([undefined, []])
    const refused = await buyer.send(`/carts/${cart.id}`, {
      method: "PUT",
      body: { id: cart.id, buyer: ANA },
    })
    expect(refused.status).toBe(400)
  })

  it("changes only what it has on this service's own paths, and without UCP-Agent [UCP-65]", async () => {
    const named = await platform()
    named.checkouts = "/sessions"
    for (const buyer of [named, await Buyer.forGuests()]) {
      const ready = await buyer.ready([[item, 1]])
      const changed = await buyer.checkout(buyer.update(ready.id, basketOf([[item, 2]])))
      expect([changed.buyer, changed.fulfillment?.methods[0]?.destinations]).toMatchObject([
        ANA,
        [{ street_address: BERLIN.street_address }],
      ])
      expect(changed.status).toBe("ready_for_complete")
    }
  })
})
