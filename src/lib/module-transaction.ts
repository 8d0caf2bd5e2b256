import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Context } from "@medusajs/framework/types"
import { MedusaContextType, MessageAggregator } from "@medusajs/framework/utils"

/** MikroORM's transaction manager, as far as it is used here. */
interface Transaction {
  getTransactionContext(): Knex.Transaction
}

/** What a Medusa module opens its transactions and emits its events with, which its type hides. */
interface Transacting {
  readonly baseRepository_: {
    transaction<T>(task: (transaction: Transaction) => Promise<T>): Promise<T>
  }
  emitEvents_(groups: ReturnType<MessageAggregator["getMessages"]>): Promise<void>
}

/** PostgreSQL ends the transaction of a server that is paused for longer, so that its locks do not stop the others. */
const PAUSED_MS = 10_000

/**
 * Runs `change` in a transaction of a Medusa module: what it does with `trx`, such as locking rows, and what the module
 * does with the context `shared` are one transaction. The events of what the module writes at its end are emitted after it.
 */
export async function inModuleTransaction<T>(
  module: object,
  context: Context | undefined,
  change: (trx: Knex.Transaction, shared: Context) => Promise<T>
): Promise<T> {
  const transacting = module as Transacting
  // The module writes its changes, which become events, at the end of the transaction, after its own methods have ended.
  const messageAggregator = new MessageAggregator()
  const result = await transacting.baseRepository_.transaction(async (transactionManager) => {
    const trx = transactionManager.getTransactionContext()
    await trx.raw("select set_config('idle_in_transaction_session_timeout', ?, true)", [String(PAUSED_MS)])
    // A module that is resolved inside a workflow replaces every context without this type by the workflow's.
    return change(trx, { ...context, __type: MedusaContextType, transactionManager, messageAggregator })
  })
  // What is committed must not look like a failure, and is found without its events, too.
  if (messageAggregator.count())
    await transacting.emitEvents_(messageAggregator.getMessages()).catch(() => undefined)
  return result
}

/**
 * A Medusa module with some methods replaced, which workflows treat as the module. Its other methods call each other, not
 * the replacements, and keep their private members.
 */
export function replacingMethods<Module extends object>(module: Module, methods: object): Module {
  return new Proxy(module, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name) as unknown
      const member = Reflect.get(target, name) as unknown
      return typeof member === "function" && name !== "constructor"
        ? (member.bind(target) as unknown)
        : member
    },
  })
}
