import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Operation } from "../modules/bank/models/operation"

/** A capture or refund in Medusa's books, and the payment of ours it is of. */
export type UnmadeRecord = Pick<Operation, "kind" | "medusa_id" | "payment_id">

/**
 * Captures and refunds in Medusa's books the bank has not made: it was not asked for them, has refused, or was found not
 * to have acted, and the store was killed before Medusa took them back. What mirrors the bank has its mark, a sale's own
 * capture is not asked for, and what is younger may be under way.
 */
export async function unmadeRecords(
  container: MedusaContainer,
  olderThanSeconds: number
): Promise<UnmadeRecord[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const of = (kind: "capture" | "refund") => `
    select '${kind}' as kind, r.id as medusa_id, p.id as payment_id
      from ${kind} r
      join payment m on m.id = r.payment_id
      join gw_payment p on p.session_id = m.payment_session_id
     where r.deleted_at is null and r.created_at < now() - make_interval(secs => :olderThanSeconds)
       and coalesce(r.created_by, '') not like 'gw\\_bank:%'
       and not exists (select 1 from gw_bank_operation o where o.medusa_id = r.id and o.status <> 'refused')`
  const { rows } = await knex.raw<{ rows: UnmadeRecord[] }>(
    `${of("capture")} and p.intent = 'preauth' union all ${of("refund")} limit 100`,
    { olderThanSeconds }
  )
  return rows
}
