import { postalAddress } from "../../domain/postal-address"
import type { Buyer, SessionOwner, Wishes } from "../../modules/agent/models/session"
import { knownCustomer } from "../../queries/customers"
import { type Call, callerOf } from "../call"

/** An empty requested checkout. */
export const NO_WISHES: Wishes = {
  ...{ lines: [], buyer: {}, context: {}, codes: [], instruments: [], attribution: {} },
  delivery: { destinations: [], selected_destination_id: null, selected_option_id: null },
}

/** The owner of the sessions that a call may access: its client, and the customer if the token belongs to one. */
export function ownerOf(call: Call): SessionOwner {
  const { client_id, actor_type, actor_id } = callerOf(call)
  return { client_id, customer_id: actor_type === "customer" ? actor_id : null }
}

/** The owner as one string. Idempotency keys of different owners do not collide. */
export function ownerNameOf(call: Call): string {
  const { client_id, customer_id } = ownerOf(call)
  return customer_id ? `${client_id} ${customer_id}` : client_id
}

/** The initial requested checkout: the customer's contact data and addresses, if the token belongs to a customer. */
export async function firstWishes({ customer_id }: SessionOwner, call: Call): Promise<Wishes> {
  const customer = customer_id ? await knownCustomer(call.container, customer_id) : undefined
  if (!customer) return NO_WISHES
  const { email, first_name, last_name, phone: phone_number, addresses } = customer
  const buyer: Buyer = known({ email, first_name, last_name, phone_number })
  const destinations = addresses.map((address) => ({ id: address.id, ...postalAddress(address) }))
  const delivery = { ...NO_WISHES.delivery, destinations }
  return { ...NO_WISHES, buyer, delivery }
}

/** Removes the empty members. */
function known(members: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => Boolean(member[1]))
  )
}
