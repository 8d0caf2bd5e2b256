import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { OrderRefund } from "./order-refunds"

/** A refund that the merchant has not approved, or that could not be executed after the approval. */
export interface RefundRequest extends OrderRefund {
  readonly needs_approval: boolean
}

/**
 * The refunds of these payments that waited for the merchant's approval and were not executed, in chronological order.
 * Once the bank is called, `refundsOf` has the refund instead, with the same id.
 */
export async function refundRequestsOf(
  container: MedusaContainer,
  payment_ids: readonly string[]
): Promise<RefundRequest[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: RefundRequest[] }>(REQUESTS, { payments: [...payment_ids] })
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

const REQUESTS = `
  select a.operation_id as id, a.refund_of as payment_id, a.amount,
         case a.status when 'refused' then 'The merchant has rejected the refund.'
                       when 'expired' then 'The merchant has not approved the refund in time.'
                       when 'canceled' then case when a.failure_code is not null
                         then 'Less than this amount was left to refund.'
                         else coalesce(nullif(a.description, ''), a.reason_code) end
                       when 'approved' then case when a.begin_at is null
                         then 'The merchant has approved the refund, but the bank has not executed it.'
                         else coalesce(nullif(a.description, ''), a.reason_code) end
                       else coalesce(nullif(a.description, ''), a.reason_code) end as reason,
         case when a.status = 'waiting' or a.begin_at is not null then 'pending' else 'failed' end as status,
         a.created_at as at, a.status = 'waiting' as needs_approval
    from gw_approval a
   where a.refund_of = any(:payments)
     and not exists (select from gw_bank_operation o where o.id = a.operation_id and o.status <> 'refused')
   order by a.created_at, a.id`
