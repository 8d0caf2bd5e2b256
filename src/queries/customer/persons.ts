import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** How a person is identified: by the id of a Medusa customer or guest, or by an e-mail address. */
export type PersonIdentifier = { readonly customer_id: string } | { readonly email: string }

/** A person with all their customer ids in Medusa. */
export interface Person {
  readonly customer_ids: readonly string[]
  /** Lowercase; null if it is no longer known. */
  readonly email: string | null
}

/**
 * A person and the guests that Medusa created for the same e-mail address, including deleted ones. Another
 * account is another person, unless the person is identified by its e-mail address. Runs in the caller's
 * transaction if given. Undefined for an unknown id.
 */
export async function findPerson(
  container: MedusaContainer,
  name: PersonIdentifier,
  known_email: string | null = null,
  trx?: Knex
): Promise<Person | undefined> {
  // Uses the open transaction, because a second connection could exhaust the pool.
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

/* Medusa stores an account's e-mail address as entered. */
const withEmail = (knex: Knex, email: string) => knex("customer").whereRaw("lower(email) = ?", [email])
