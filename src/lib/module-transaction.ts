import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Context } from "@medusajs/framework/types"
import { MedusaContextType } from "@medusajs/framework/utils"

/** MikroORM's transaction manager, as far as it is used here. */
interface Transaction {
  getTransactionContext(): Knex.Transaction
}

/** The repository of a Medusa module, which its type hides. Medusa's own modules open their transactions with it. */
interface Transacting {
  readonly baseRepository_: {
    transaction<T>(task: (transaction: Transaction) => Promise<T>): Promise<T>
  }
}

/** PostgreSQL ends the transaction of a server that is paused for longer, so that its locks do not stop the others. */
const PAUSED_MS = 10_000

/**
 * Runs `change` in a transaction of a Medusa module: what it does with `trx`, such as locking rows, and what the module
 * does with the context `shared` are one transaction.
 */
export function inModuleTransaction<T>(
  module: object,
  context: Context | undefined,
  change: (trx: Knex.Transaction, shared: Context) => Promise<T>
): Promise<T> {
  const { baseRepository_ } = module as Transacting
  return baseRepository_.transaction(async (transactionManager) => {
    const trx = transactionManager.getTransactionContext()
    await trx.raw("select set_config('idle_in_transaction_session_timeout', ?, true)", [String(PAUSED_MS)])
    // A module that is resolved inside a workflow replaces every context without this type by the workflow's.
    return change(trx, { ...context, __type: MedusaContextType, transactionManager })
  })
}
