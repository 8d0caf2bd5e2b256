import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Operation } from "../../modules/bank/models/operation"

/**
 * Operations that the bank has not executed and will not, and for which a task or an approved refund still waits. Leaves
 * out a refund that is still to be started after its approval: a refusal may be temporary, and it is then tried again.
 */
export async function refusedOperations(
  container: MedusaContainer
): Promise<Pick<Operation, "id" | "error_code">[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Pick<Operation, "id" | "error_code">[] }>(REFUSED)
  return rows
}

const REFUSED = `
  select o.id, o.error_code
    from gw_task t join gw_bank_operation o on o.id = t.waits_for
   where t.state in ('working', 'input-required') and o.status = 'refused'
     and not exists (select from gw_approval a where a.operation_id = o.id and a.begin_at is not null)
  union
  select o.id, o.error_code
    from gw_bank_operation o join gw_approval a on a.operation_id = o.id
   where o.status = 'refused' and o.kind = 'refund'
     and a.status = 'approved' and a.failure_code is null and a.begin_at is null
  union
  select o.id, 'refund_failed'
    from gw_effect e
    join gw_bank_operation o
      on o.payment_id = e.payment_id and o.merchant_reference = e.movement ->> 'merchant_reference'
    join gw_approval a on a.operation_id = o.id
   where e.effect = 'refund_failed' and e.done_at is not null
     and a.status = 'approved' and a.failure_code is null and a.begin_at is null
   limit 100`
