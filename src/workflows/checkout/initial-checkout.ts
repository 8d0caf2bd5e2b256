import type { MedusaContainer } from "@medusajs/framework/types"
import { postalAddress } from "../../domain/postal-address"
import type { Buyer, SessionOwner, RequestedCheckout } from "../../modules/agent/models/session"
import { knownCustomer } from "../../queries/customer/customers"

/** An empty requested checkout. */
export const EMPTY_CHECKOUT: RequestedCheckout = {
  lines: [],
  buyer: {},
  context: {},
  codes: [],
  instruments: [],
  attribution: {},
  delivery: { destinations: [], selected_destination_id: null, selected_option_id: null },
}

/** The initial requested checkout: the customer's contact data and addresses, if the token belongs to a customer. */
export async function initialCheckout(
  { customer_id }: SessionOwner,
  container: MedusaContainer
): Promise<RequestedCheckout> {
  const customer = customer_id ? await knownCustomer(container, customer_id) : undefined
  if (!customer) return EMPTY_CHECKOUT
  const { email, first_name, last_name, phone: phone_number, addresses } = customer
  const buyer: Buyer = withoutEmpty({ email, first_name, last_name, phone_number })
  const destinations = addresses.map((address) => ({ id: address.id, ...postalAddress(address) }))
  return {
    ...EMPTY_CHECKOUT,
    buyer,
    delivery: { ...EMPTY_CHECKOUT.delivery, destinations, saved: destinations },
  }
}

function withoutEmpty(members: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => Boolean(member[1]))
  )
}
