import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { StoredAddress } from "../../domain/postal-address"

/** The groups of a customer. */
export function groupsOf(container: MedusaContainer, customer_id: string): Promise<string[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return knex("customer_group_customer")
    .where({ customer_id })
    .whereNull("deleted_at")
    .orderBy("customer_group_id")
    .pluck("customer_group_id")
}

/** The customer data that a platform acting for the customer may see. */
export interface KnownCustomer {
  readonly email: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly phone: string | null
  /** The default shipping address comes first. */
  readonly addresses: readonly (StoredAddress & { readonly id: string })[]
}

/** A customer with their saved addresses. Undefined if the account is deleted. */
export async function knownCustomer(
  container: MedusaContainer,
  id: string
): Promise<KnownCustomer | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: KnownCustomer[] }>(
    `select c.email, c.first_name, c.last_name, c.phone, coalesce(
              (select json_agg(a order by a.is_default_shipping desc, a.created_at, a.id) from (
                 select * from customer_address where customer_id = c.id and deleted_at is null limit 20) a),
              '[]') as addresses
       from customer c where c.id = ? and c.deleted_at is null`,
    [id]
  )
  return rows[0]
}
