import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** Who is looked for: an account or a guest of Medusa's by id, or whoever has an e-mail address. */
export type PersonName = { readonly customer_id: string } | { readonly email: string }

/** A person by all names Medusa knows. */
export interface Person {
  readonly customer_ids: readonly string[]
  /** In lower case; null when it is not known any more. */
  readonly email: string | null
}

/**
 * A person and the guests Medusa has made of the same e-mail address, deleted ones too. Another account is another
 * person, unless it is the address that is asked for; in the caller's transaction if there is one. Undefined for an id Medusa does not know.
 */
export async function personNamed(
  container: MedusaContainer,
  name: PersonName,
  known_email: string | null = null,
  trx?: Knex
): Promise<Person | undefined> {
  // A second connection beside an open transaction's could be one too many.
  const knex = trx ?? container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  if ("email" in name) return byEmail(knex, name.email.toLowerCase())
  const { customer_id } = name
  const row = await knex("customer")
    .where({ id: customer_id })
    .first<{ email: string | null } | undefined>("email")
  if (!row && !known_email) return undefined
  const email = (row?.email ?? known_email)?.toLowerCase() || null
  const guests = email ? await withEmail(knex, email).where({ has_account: false }).pluck("id") : []
  return { email, customer_ids: [...new Set([customer_id, ...guests])] }
}

async function byEmail(knex: Knex, email: string): Promise<Person> {
  return { email, customer_ids: await withEmail(knex, email).pluck("id") }
}

/* Medusa keeps an account's address as it was typed. */
const withEmail = (knex: Knex, email: string) => knex("customer").whereRaw("lower(email) = ?", [email])
