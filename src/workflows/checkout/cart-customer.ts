import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { guestCustomer } from "../customer/guest-customer"

/** Whose cart it is, in Medusa's terms. */
interface CartOwner {
  readonly customer_id?: string | undefined
  readonly email?: string | undefined
}

/** The customer of a quote. */
export interface CartCustomer {
  /** For whom Medusa computes prices and promotions; empty for an anonymous buyer. */
  readonly priced_for: CartOwner
  /** To whom the cart is assigned after it is priced, when that differs. */
  readonly assigned_to: CartOwner | null
}

/**
 * For whom a cart is priced, and whose order it becomes. Only a token that is bound to a customer makes that customer
 * the buyer. Everyone else is a guest, whatever e-mail address they send: an account with the address gets no order,
 * and its customer groups give no price. The same holds for the groups of a guest, so their cart is priced anonymously.
 */
export async function cartCustomer(
  container: MedusaContainer,
  customer_id: string | null,
  email: string | undefined
): Promise<CartCustomer> {
  if (customer_id) return { priced_for: { customer_id, email }, assigned_to: null }
  if (!email) return { priced_for: {}, assigned_to: null }
  const guest = await guestCustomer(container, email)
  const owner = { customer_id: guest.id, email }
  return guest.has_groups ? { priced_for: {}, assigned_to: owner } : { priced_for: owner, assigned_to: null }
}

/** Assigns a cart that was priced anonymously. Does not price it again. */
export async function assignCart(
  container: MedusaContainer,
  cart_id: string,
  { assigned_to }: CartCustomer
): Promise<void> {
  if (assigned_to) await container.resolve(Modules.CART).updateCarts(cart_id, assigned_to)
}
