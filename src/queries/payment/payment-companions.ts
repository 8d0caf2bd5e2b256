import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isAtProvider } from "../../domain/payment-route"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { sessionOfPayment } from "./payment-sessions"
import { isUncaptured, providerSessions, unrecorded } from "./provider-sessions"

/** A call that only staff can find out the outcome of. The amount is in minor units, and null for a void. */
type UnfinishedCall = Pick<Operation, "kind" | "amount">

/** The records that belong to a payment. */
export interface PaymentCompanions {
  /** The checkout session of the payment; null if it has none. */
  readonly session_id: string | null
  /** The tasks that wait or waited for the payment or one of its operations, oldest first. */
  readonly task_ids: readonly string[]
  /** Its payment providers in Medusa, if the customer paid through another one than the bank. */
  readonly provider_ids: readonly string[]
  /** The amount of a refund whose outcome only the payment provider knows, in minor units; null if there is none. */
  readonly unknown_refund: number | null
  /** The call that the bank has begun and not finished, once staff must look up its outcome; null if there is none. */
  readonly unfinished_call: UnfinishedCall | null
  /** Whether the status of the payment can be queried at the bank or the other provider now. */
  readonly can_query: boolean
}

/**
 * The checkout session and the tasks of a payment, what belongs to a payment at another provider, and whether its status can
 * be queried.
 */
export async function companionsOf(container: MedusaContainer, payment: Payment): Promise<PaymentCompanions> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const [session, { rows }, at_provider, unfinished_call, can_query] = await Promise.all([
    sessionOfPayment(knex, payment),
    knex.raw<{ rows: { id: string }[] }>(TASKS, { id: payment.id }),
    atProvider(container, payment),
    unfinishedCall(container, payment),
    canQuery(container, payment),
  ])
  const task_ids = rows.map(({ id }) => id)
  return { session_id: session?.session_id ?? null, task_ids, ...at_provider, unfinished_call, can_query }
}

async function unfinishedCall(container: MedusaContainer, { id }: Payment): Promise<UnfinishedCall | null> {
  const call = await container.resolve<BankService>(BANK_MODULE).operations.unfinishedOf(id)
  return call ? { kind: call.kind, amount: call.amount } : null
}

async function atProvider(
  container: MedusaContainer,
  payment: Payment
): Promise<Pick<PaymentCompanions, "provider_ids" | "unknown_refund">> {
  if (!isAtProvider(payment.route)) return { provider_ids: [], unknown_refund: null }
  const { providerPayments, operations } = container.resolve<BankService>(BANK_MODULE)
  const refund = await operations.unknownRefundOf(payment.id)
  const providers = await providerPayments.providersOf([payment])
  return { provider_ids: providers.get(payment.id) ?? [], unknown_refund: refund?.amount ?? null }
}

type Queried = Pick<Payment, "route" | "order_id" | "display_status">

/**
 * Whether a query about a payment would read its status at the bank or the other provider now. False for an order on which
 * nothing is due, and once Medusa has recorded what another provider was paid.
 */
async function canQuery(
  container: MedusaContainer,
  { route, order_id, display_status }: Queried
): Promise<boolean> {
  if (display_status === "nothing_due") return false
  if (route === "bank") return true
  // Before the order, only the cart's payment sessions exist, and jobs follow those.
  if (!order_id) return false
  const sessions = await providerSessions(container, order_id)
  return route === "page" ? sessions.some(isUncaptured) : unrecorded(container, sessions).length > 0
}

/** An array, so that PostgreSQL uses the index on `waits_for`. */
const TASKS = `
  select id from gw_task
   where waits_for = any (array(select cast(:id as text) union all select id from gw_bank_operation where payment_id = :id))
   order by created_at, id`
