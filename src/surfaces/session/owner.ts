import { postalAddress } from "../../domain/postal-address"
import type { Buyer, SessionOwner, Wishes } from "../../modules/agent/models/session"
import { knownCustomer } from "../../queries/customers"
import { type Call, callerOf } from "../call"

/** What is wished before anything is. */
export const NO_WISHES: Wishes = {
  ...{ lines: [], buyer: {}, context: {}, codes: [], instruments: [], attribution: {} },
  delivery: { destinations: [], selected_destination_id: null, selected_option_id: null },
}

/** Whose sessions a call is about: the client's, and where its token is bound to a customer, that customer's. */
export function ownerOf(call: Call): SessionOwner {
  const { client_id, actor_type, actor_id } = callerOf(call)
  return { client_id, customer_id: actor_type === "customer" ? actor_id : null }
}

/** The same as one text: by it keys of others are other keys. */
export function ownerNameOf(call: Call): string {
  const { client_id, customer_id } = ownerOf(call)
  return customer_id ? `${client_id} ${customer_id}` : client_id
}

/** What is known before anything is said: a customer's name, e-mail address and addresses. */
export async function firstWishes({ customer_id }: SessionOwner, call: Call): Promise<Wishes> {
  const customer = customer_id ? await knownCustomer(call.container, customer_id) : undefined
  if (!customer) return NO_WISHES
  const { email, first_name, last_name, phone: phone_number, addresses } = customer
  const buyer: Buyer = known({ email, first_name, last_name, phone_number })
  const destinations = addresses.map((address) => ({ id: address.id, ...postalAddress(address) }))
  const delivery = { ...NO_WISHES.delivery, destinations }
  return { ...NO_WISHES, buyer, delivery }
}

/** The members that are known. */
function known(members: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => Boolean(member[1]))
  )
}
