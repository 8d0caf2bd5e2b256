import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { QueryOutcome } from "../../domain/query-outcome"
import { problem } from "../../domain/errors"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { ProviderError } from "../../queries/payment/provider-status"
import { logOf } from "../../lib/log"
import { changeByStaff, recordStaffAction } from "../../lib/staff-audit"
import { type Reconciled, reconcilePayment } from "./reconcile-payment"

/** The payment after its bank or provider was queried, and the result of the query. */
export interface QueriedPayment {
  readonly payment: Payment
  readonly outcome: QueryOutcome
}

/**
 * Queries the bank or the other provider about a payment now, because a member of the staff requests it, and settles the
 * answer. The audit log records the request even when the query fails. Throws `payment_not_found`, and `bank_unavailable`
 * when the bank does not answer or refuses, or the other provider does not report the status.
 */
export async function queryByStaff(
  container: MedusaContainer,
  payment_id: string,
  by: string
): Promise<QueriedPayment> {
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.find({ id: payment_id })
  if (!payment) throw problem("payment_not_found", { payment_id })
  const { client_id, order_id } = payment
  const action = { type: "payment_reconcile_requested", by, client_id, detail: { payment_id, order_id } }
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await changeByStaff(knex, (trx) => recordStaffAction(trx, action))
  try {
    const reconciled = await reconcilePayment(container, payment)
    return { payment: reconciled.payment, outcome: outcomeOf(payment, reconciled) }
  } catch (error) {
    throw failureOf(container, payment, error)
  }
}

/** What staff read when a query fails. Any other error than the bank's or the provider's is returned as it is. */
function failureOf(container: MedusaContainer, { id }: Payment, error: unknown): unknown {
  const details = { payment_id: id }
  if (error instanceof BankError)
    return problem("bank_unavailable", details, error.outcome === "unknown" ? NO_ANSWER : error.message)
  if (!(error instanceof ProviderError)) return error
  logOf(container).warn(`payment ${id} could not be queried at its provider: ${error.message}`)
  return problem("bank_unavailable", details, PROVIDER_FAILED)
}

const NO_ANSWER = "The bank did not answer. Nothing was changed; the store queries it again automatically."

const PROVIDER_FAILED =
  "The payment provider did not report the status. Try again in a few minutes. The store's log has its error."

/** Compares only the fields that staff see. */
function outcomeOf(before: Payment, { payment, is_known, has_unfinished }: Reconciled): QueryOutcome {
  if (!is_known) return "not_known"
  if (has_unfinished) return "not_finished"
  return shown(before) === shown(payment) ? "unchanged" : "changed"
}

const shown = ({ status, captured_amount, refunded_amount, disputes, review_reason }: Payment) =>
  JSON.stringify([status, captured_amount, refunded_amount, disputes, review_reason])
