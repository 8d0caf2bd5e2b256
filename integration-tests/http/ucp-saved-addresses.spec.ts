import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Buyer, type Checkout, basketOf } from "../support/buyer"
import { adminPost } from "../support/merchant"
import { type NewCustomer, newCustomer } from "../support/privacy"
import { ProfileHost } from "../support/profile-host"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { inVersion } from "../support/ucp-version"
import { VERSIONS } from "../support/ucp-schemas"

const HOME = {
  street_address: "Lindenstr. 1",
  address_locality: "Berlin",
  postal_code: "10969",
  address_country: "DE",
}
const OFFICE = { ...HOME, street_address: "Torstr. 9", postal_code: "10119" }
const HOTEL = { ...HOME, street_address: "Spreeweg 3", postal_code: "10557" }

let host: ProfileHost
let item: string
let customer: NewCustomer

async function save(
  { street_address, postal_code }: typeof HOME,
  is_default_shipping: boolean
): Promise<void> {
  const { name: first_name } = customer
  const place = { address_1: street_address, city: "Berlin", postal_code, country_code: "de" }
  const body = { ...place, first_name, last_name: "Tester", is_default_shipping }
  expect((await adminPost(`/admin/customers/${customer.id}/addresses`, body)).status).toBe(200)
}

beforeAll(async () => {
  host = await ProfileHost.listen()
  ;({ item } = await openUcpShop("Gnomon"))
  customer = await newCustomer()
  await save(HOME, true)
  await save(OFFICE, false)
})

afterAll(async () => {
  host.close()
  await closeUcpShop()
})

const methodOf = ({ fulfillment }: Checkout) => fulfillment?.methods[0]
const idsIn = (checkout: Checkout) => methodOf(checkout)?.destinations.map(({ id }) => id)

/** The ids of the saved addresses, and a function that creates a checkout with this fulfillment method. */
async function shopping(version: Buyer["version"]) {
  const buyer = inVersion(await Buyer.forPerson(customer), version, host)
  const create = (method?: object) => {
    const fulfillment = method && { methods: [{ type: "shipping", ...method }] }
    return buyer.checkout(
      buyer.send(buyer.checkouts, {
        body: { ...basketOf([[item, 1]]), ...(fulfillment && { fulfillment }) },
      }),
      201
    )
  }
  const [home, office] = methodOf(await create())?.destinations ?? []
  return { buyer, create, home: String(home?.id), office: String(office?.id) }
}

describe.each(VERSIONS)("the saved addresses of a customer, in %s", (version) => {
  it.each([
    ["without an id", {}],
    ["with an empty id", { id: "" }],
    ["with an id of the platform's", { id: "dest_1" }],
    ["in other letters", { id: "", street_address: " lindenstr.  1 ", address_locality: "BERLIN" }],
  ])("have the destination that equals one, %s, under the saved id [UCP-60]", async (_, more) => {
    const { create, home, office } = await shopping(version)
    const checkout = await create({ destinations: [{ ...HOME, ...more }] })
    expect(idsIn(checkout)).toEqual([home, office])
    expect(methodOf(checkout)?.selected_destination_id).toBe(home)
  })

  it("are selected by the id that the same request has for the destination [UCP-60]", async () => {
    const { create, office } = await shopping(version)
    const destinations = [
      { id: "dest_1", ...HOTEL },
      { id: "dest_2", ...OFFICE },
    ]
    const checkout = await create({ destinations, selected_destination_id: "dest_2" })
    expect(methodOf(checkout)?.selected_destination_id).toBe(office)
  })

  it("stay in the list when the platform adds a destination, which is then selected [UCP-60]", async () => {
    const { buyer, create, home, office } = await shopping(version)
    const checkout = await create({ destinations: [{ id: "hotel", ...HOTEL }] })
    expect(idsIn(checkout)).toEqual(["hotel", home, office])
    expect(methodOf(checkout)?.selected_destination_id).toBe("hotel")
    const methods = [{ type: "shipping", destinations: null }]
    const body = { ...basketOf([[item, 1]]), fulfillment: { methods } }
    const cleared = await buyer.checkout(buyer.update(checkout.id, body))
    expect(idsIn(cleared)).toEqual([home, office])
    expect(methodOf(cleared)?.selected_destination_id).toBeNull()
  })

  it.each([
    ["another street", { street_address: "Lindenstr. 11" }],
    ["another recipient", { first_name: "Radu" }],
    ["a line more", { extended_address: "c/o Pop" }],
  ])("do not have a destination with %s [UCP-60]", async (_, more) => {
    const { create, home, office } = await shopping(version)
    const checkout = await create({ destinations: [{ id: "", ...HOME, ...more }] })
    expect(idsIn(checkout)).toEqual(["dest_1", home, office])
    expect(methodOf(checkout)?.destinations[0]).toMatchObject({ ...HOME, ...more })
  })

  it("are not shown to a platform without the customer's token, whatever address it sends [UCP-60]", async () => {
    const guest = inVersion(await Buyer.forGuests(), version, host)
    const fulfillment = { methods: [{ type: "shipping", destinations: [{ id: "", ...HOME }] }] }
    const body = { ...basketOf([[item, 1]]), buyer: { email: customer.email }, fulfillment }
    const checkout = await guest.checkout(guest.send(guest.checkouts, { body }), 201)
    expect(methodOf(checkout)?.destinations).toMatchObject([{ id: "dest_1", ...HOME }])
    expect(methodOf(checkout)?.destinations).toHaveLength(1)
  })

  it("can be bought for with the destination that equals one [UCP-60]", async () => {
    const { buyer, create, home } = await shopping(version)
    const checkout = await create({ destinations: [{ id: "", ...HOME }] })
    const ready = await buyer.choose(checkout)
    expect([ready.status, methodOf(ready)?.selected_destination_id]).toEqual(["ready_for_complete", home])
  })
})

it("an id longer than 200 characters is rejected", async () => {
  const buyer = await Buyer.forPerson(customer)
  const destinations = [{ ...HOME, id: "x".repeat(201) }]
  const body = { ...basketOf([[item, 1]]), fulfillment: { methods: [{ type: "shipping", destinations }] } }
  const { status, body: refused } = await buyer.send(buyer.checkouts, { body })
  expect([status, refused.code]).toEqual([400, "invalid_params"])
})
