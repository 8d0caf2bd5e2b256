import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type CardCharges, lowered, type LowerLimits } from "../../domain/card-mandate"

/** The mandates in consents of customers: what their saved cards may be charged without them. */
export class OwnMandates {
  constructor(private readonly knex: Knex) {}

  /**
   * Lowers limits of the mandates in a customer's consent. Nothing changes when `raised` in the result is not empty.
   * The row is locked, so that concurrent changes cannot raise a limit. Undefined if the customer has no such live
   * consent, or it has no mandate.
   */
  lower(
    id: string,
    customer_id: string,
    changes: readonly LowerLimits[]
  ): Promise<ReturnType<typeof lowered> | undefined> {
    return this.knex.transaction(async (trx) => {
      const own = { id, actor_type: "customer", actor_id: customer_id, revoked_at: null }
      const grant = await trx("gw_oauth_grant").where(own).forUpdate().first<Row>("authorization_details")
      if (!grant?.authorization_details) return undefined
      const result = lowered(grant.authorization_details, changes)
      if (!result.raised.length) {
        const authorization_details = JSON.stringify(result.mandates)
        await trx("gw_oauth_grant").where({ id }).update({ authorization_details })
      }
      return result
    })
  }
}

type Row = { readonly authorization_details: readonly CardCharges[] | null } | undefined
