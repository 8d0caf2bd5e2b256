import type { SessionOwner } from "../../../modules/agent/models/session"
import { type KnownAddress, knownCustomer } from "../../../queries/customers"
import { type Call, callerOf } from "../../call"
import { NO_WISHES } from "./wishes"
import type { Buyer, Destination, Wishes } from "../../../modules/agent/models/session"

/** Whose sessions a call is about: the client's, and where its token is bound to a customer, that customer's. */
export function ownerOf(call: Call): SessionOwner {
  const { client_id, actor_type, actor_id } = callerOf(call)
  return { client_id, customer_id: actor_type === "customer" ? actor_id : null }
}

/** What is known before anything is said: a customer's name, e-mail address and addresses. */
export async function firstWishes({ customer_id }: SessionOwner, call: Call): Promise<Wishes> {
  const customer = customer_id ? await knownCustomer(call.container, customer_id) : undefined
  if (!customer) return NO_WISHES
  const { email, first_name, last_name, phone: phone_number, addresses } = customer
  const buyer: Buyer = known({ email, first_name, last_name, phone_number })
  const delivery = { ...NO_WISHES.delivery, destinations: addresses.map(destinationOf) }
  return { ...NO_WISHES, buyer, delivery }
}

function destinationOf(address: KnownAddress): Destination {
  return {
    id: address.id,
    ...known({
      street_address: address.address_1,
      extended_address: address.address_2,
      address_locality: address.city,
      address_region: address.province,
      postal_code: address.postal_code,
      address_country: address.country_code?.toUpperCase() ?? null,
      first_name: address.first_name,
      last_name: address.last_name,
      phone_number: address.phone,
    }),
  }
}

/** The members that are known. */
function known(members: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => Boolean(member[1]))
  )
}
