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
 * person, unless it is the address that is asked for. Undefined for an id Medusa does not know.
 */
export async function personNamed(
  container: MedusaContainer,
  name: PersonName,
  known_email: string | null = null
): Promise<Person | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  if ("email" in name) return byEmail(knex, name.email.toLowerCase())
  const { customer_id } = name
  const row = await knex("customer")
    .where({ id: customer_id })
    .first<{ email: string | null } | undefined>("email")
  if (!row && !known_email) return undefined
  const email = (row?.email ?? known_email)?.toLowerCase() ?? null
  const guests = email ? await knex("customer").where({ email, has_account: false }).pluck("id") : []
  return { email, customer_ids: [...new Set([customer_id, ...guests])] }
}

async function byEmail(knex: Knex, email: string): Promise<Person> {
  return { email, customer_ids: await knex("customer").where({ email }).pluck("id") }
}
