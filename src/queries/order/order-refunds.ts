import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** A pending, completed or failed refund, merchant-initiated or bank-initiated. Amount in minor units. */
export interface OrderRefund {
  /** Stable over the refund's lifetime: the operation's id, or the bank's id for a bank-initiated refund. */
  readonly id: string
  readonly payment_id: string
  readonly amount: number
  /** The reason given by the agent, in its own words or as a reason code. */
  readonly reason: string | null
  readonly status: "pending" | "completed" | "failed"
  readonly at: Date
}

/**
 * The refunds of these payments in chronological order: those the bank has reported as ended, and those whose
 * bank call was not refused. Notes of the merchant are internal and not included.
 */
export async function refundsOf(
  container: MedusaContainer,
  payment_ids: readonly string[]
): Promise<OrderRefund[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: OrderRefund[] }>(REFUNDS, { payments: [...payment_ids] })
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

const REFUNDS = `
  with called as (
    select * from gw_bank_operation where payment_id = any(:payments) and kind = 'refund'
  ), reported as (
    select payment_id, effect, created_at, movement from gw_effect
     where payment_id = any(:payments) and effect in ('refund', 'refund_failed')
  )
  select coalesce(c.id, t.movement ->> 'id') as id, coalesce(c.payment_id, t.payment_id) as payment_id,
         coalesce((t.movement ->> 'amount')::bigint, c.amount) as amount,
         case when c.medusa_id is null then coalesce(c.reason, c.reason_code) end as reason,
         case t.effect when 'refund' then 'completed' when 'refund_failed' then 'failed' else 'pending' end as status,
         coalesce(c.created_at, t.created_at) as at
    from reported t full join called c
      on c.payment_id = t.payment_id and c.merchant_reference = t.movement ->> 'merchant_reference'
   where t.effect is not null or c.status <> 'refused'
   order by at, id`
