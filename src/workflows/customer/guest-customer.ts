import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, validateEmail } from "@medusajs/framework/utils"

/** A customer without an account. */
export interface GuestCustomer {
  readonly id: string
  /** Whether staff have put them into a customer group. */
  readonly has_groups: boolean
}

/**
 * The customer without an account who has this e-mail address; creates one if there is none. Never a registered
 * customer: to type an address does not prove to be its owner. Medusa's own workflows would use the account.
 */
export async function guestCustomer(container: MedusaContainer, email: string): Promise<GuestCustomer> {
  const address = validateEmail(email)
  const known = await findGuest(container, address)
  if (known) return known
  try {
    const { id } = await container.resolve(Modules.CUSTOMER).createCustomers({ email: address })
    return { id, has_groups: false }
  } catch (error) {
    // An address has one guest: a concurrent request may have created it.
    const other = await findGuest(container, address)
    if (other) return other
    throw error
  }
}

async function findGuest(container: MedusaContainer, email: string): Promise<GuestCustomer | undefined> {
  const filters = { email, has_account: false }
  const [guest] = await container
    .resolve(Modules.CUSTOMER)
    .listCustomers(filters, { select: ["id"], relations: ["groups"], take: 1 })
  return guest && { id: guest.id, has_groups: guest.groups.length > 0 }
}
