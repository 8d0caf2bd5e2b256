import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Operation } from "../../modules/bank/models/operation"

/** Refused operations for which a task still waits. */
export async function refusedOperations(
  container: MedusaContainer
): Promise<Pick<Operation, "id" | "error_code">[]> {
  return container
    .resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)("gw_bank_operation as o")
    .join("gw_task as t", "t.waits_for", "o.id")
    .where("t.state", "working")
    .andWhere("o.status", "refused")
    .select("o.id", "o.error_code")
    .limit(100)
}
