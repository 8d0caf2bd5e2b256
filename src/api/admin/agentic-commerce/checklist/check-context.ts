import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { requestOnce } from "../../../../diagnostics/request-once"
import type { CheckContext } from "../../../../diagnostics/check-context"
import { policyOf } from "../modules"

const STATEMENT_MS = 5_000

/** This store as the context of the diagnostic checks. */
export function ownStore(req: AuthenticatedMedusaRequest): CheckContext {
  const { options } = policyOf(req)
  const knex = req.scope.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return {
    env: process.env,
    checked: { options },
    options,
    request: requestOnce(),
    async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      const statement = bound(text, values)
      const { rows } = await knex.raw<{ rows: Row[] }>(statement.text, statement.values).timeout(STATEMENT_MS)
      return rows
    },
  }
}

/** Converts numbered parameters ($1, $2), as the checks write them, to the positional ones (?) of Knex. */
function bound(text: string, values: readonly unknown[]): { text: string; values: never[] } {
  const order: unknown[] = []
  const positional = text.replace(/\$(\d+)/g, (_, number: string) => {
    order.push(values[Number(number) - 1])
    return "?"
  })
  return { text: positional, values: order as never[] }
}
