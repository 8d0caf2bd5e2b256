import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type BankDriver,
  BankError,
  type CallContext,
  type OpenedPayment,
  type PaymentSnapshot,
} from "../../drivers/driver"
import { reached } from "../../lib/failpoints"
import type { BankAccounts } from "./accounts"
import { Calls } from "./calls"
import { isExecutedIn } from "./executed-in"
import type { Operation } from "./models/operation"
import { type NewOperation, Operations } from "./operations"
import type { PaymentCalls } from "./payment-calls"
import { Payments } from "./payments"
import { storedPayment } from "./stored-payment"

/** The bank calls that move money: captures, voids and refunds. */
export class OperationCalls {
  private readonly calls: Calls
  private readonly operations: Operations
  private readonly payments: Payments

  constructor(
    private readonly knex: Knex,
    private readonly accounts: BankAccounts,
    private readonly paymentCalls: PaymentCalls
  ) {
    this.calls = new Calls(knex)
    this.operations = new Operations(knex)
    this.payments = new Payments(knex)
  }

  /**
   * Stores an operation and performs it. Throws BankError, with the code `earlier_call_open` while the
   * outcome of an earlier operation of the same kind is unknown, and `refund_pending` if the bank accepted a
   * refund but has not completed it.
   */
  async operate(operation: NewOperation): Promise<void> {
    const stored = await this.operations.begin(operation)
    if (!stored)
      throw new BankError("earlier_call_open", "not_executed", "an earlier call is not resolved yet")
    const { refunds = [] } = (await this.perform(stored)) ?? {}
    const refund = refunds.find(({ merchant_reference }) => merchant_reference === stored.merchant_reference)
    if (refund?.status === "pending")
      throw new BankError("refund_pending", "unknown", "the bank has not executed the refund yet")
  }

  /**
   * Makes the bank call of an operation, applies the bank's answer and returns it. Returns undefined if the
   * operation was already done, or if the call failed but a bank update has reported the operation as
   * executed. Safe to repeat: every attempt uses the operation's own idempotency key. Throws BankError. With
   * the outcome `unknown`, the operation stays open for reconciliation; with any other outcome, it ends as
   * refused. An operation that another process has resolved meanwhile is not called.
   */
  async perform(operation: Operation): Promise<PaymentSnapshot | undefined> {
    const { id, payment_id, status } = operation
    if (status === "done") return undefined
    if (!(await this.operations.claim(operation))) return this.resolvedElsewhere(operation)
    const release = this.operations.renew(operation)
    try {
      await reached("operation_begun", id, payment_id)
      const { snapshot, bank_account } = await this.call(operation)
      await reached("operation_executed", id, payment_id)
      await this.paymentCalls.apply(snapshot, bank_account)
      await this.operations.settle(id, "done")
      return snapshot
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      const ending = error.outcome === "unknown" ? "unknown" : "refused"
      if (!(await this.operations.fail(operation, ending, error.code))) throw error
      return undefined
    } finally {
      release()
    }
  }

  private async resolvedElsewhere({ id }: Operation): Promise<undefined> {
    const { status } = (await this.operations.started(id)) ?? {}
    if (status === "done") return undefined
    throw new BankError(
      "not_executed",
      "not_executed",
      "another process has ended the call or requested it again"
    )
  }

  private async call(
    operation: Operation
  ): Promise<{ readonly snapshot: PaymentSnapshot; readonly bank_account: string }> {
    const row = await this.payments.retrieve(operation.payment_id)
    const { bank_payment_id, bank_account, captured_amount } = row
    if (!bank_payment_id) throw new BankError("not_opened", "not_executed", "the payment was never opened")
    const payment = { ...(await storedPayment(this.knex, row)), bank_payment_id }
    const driver = this.accounts.driverOf(bank_account)
    const snapshot = await this.calls.once("gw_bank_operation", { ...operation, bank_account }, (context) =>
      move(driver, operation, { payment, captured_amount }, context)
    )
    return { snapshot, bank_account }
  }

  /**
   * Whether the bank reports that it executed an operation. The reported payment snapshot is applied as well. Throws
   * BankError while the bank has begun such an operation and not finished it.
   */
  async wasExecuted(operation: Operation): Promise<boolean> {
    const payment = await this.payments.retrieve(operation.payment_id)
    const snapshot = await this.paymentCalls.find(payment)
    if (!snapshot) return false
    await this.paymentCalls.apply(snapshot, payment.bank_account)
    return isExecutedIn(snapshot, operation, payment.amount)
  }
}

/** Makes the bank call of a stored capture, refund or void. Throws BankError. */
function move(
  driver: BankDriver,
  { kind, merchant_reference, amount, final, reason }: Operation,
  { payment, captured_amount }: { payment: OpenedPayment; captured_amount: number },
  context: CallContext
): Promise<PaymentSnapshot> {
  const movement = { payment, merchant_reference, amount: amount ?? 0 }
  switch (kind) {
    case "void":
      return driver.voidPayment({ payment }, context)
    case "capture":
      return driver.capturePayment({ ...movement, final }, context)
    case "refund": {
      const full = movement.amount === captured_amount
      return driver.refundPayment({ ...movement, full, ...(reason && { reason }) }, context)
    }
  }
}
