import { sql } from "./database"
import { storeToken } from "./oauth-client"
import type { NewCustomer } from "./privacy"
import { Storefront } from "./storefront"
import { type CARDS, STRIPE, stripe } from "./stripe"

/** Stripe's customer of a customer of the store. Medusa creates it when they begin a payment while they are logged in. */
async function accountOf(person: NewCustomer): Promise<string> {
  const known = await knownAccount(person)
  if (known) return known
  const shop = new Storefront(undefined, undefined, await storeToken(person))
  await shop.startPayment((await shop.fillCart()).id, {}, STRIPE)
  const created = await knownAccount(person)
  if (!created) throw new Error("Medusa has created no customer at Stripe")
  return created
}

async function knownAccount(person: NewCustomer): Promise<string | undefined> {
  const [known] = await sql<{ id: string }>(
    `select h.external_id as id from customer_account_holder l join account_holder h on h.id = l.account_holder_id
      where l.customer_id = $1 and h.provider_id = $2 and l.deleted_at is null`,
    [person.id, STRIPE]
  )
  return known?.id
}

/** The customer saves a card in the storefront. Returns Stripe's id of it. */
export const saveAtStripe = async (person: NewCustomer, card: keyof typeof CARDS = "approved") =>
  stripe.saveCard(await accountOf(person), card)
