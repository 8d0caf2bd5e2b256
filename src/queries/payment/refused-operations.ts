import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Operation } from "../../modules/bank/models/operation"

/**
 * Operations that the bank has not executed and will not, and for which a task or an approved refund still waits. The task
 * of an approved refund is `input-required`. Leaves out a refund that is still to be started after its approval: a refusal
 * may be temporary, and it is then tried again.
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
   where t.state = 'working' and o.status = 'refused'
  union
  select o.id, o.error_code
    from gw_bank_operation o join gw_approval a on a.operation_id = o.id
   where o.status = 'refused' and o.kind = 'refund'
     and a.status = 'approved' and a.failure_code is null and a.begin_at is null
   limit 100`
