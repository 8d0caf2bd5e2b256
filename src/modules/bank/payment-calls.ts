import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { endedUnpaid } from "../../domain/settlement"
import {
  BankError,
  type CreatePayment,
  isForNow,
  type OrderCustomer,
  type PaymentSnapshot,
  type TokenCharge,
} from "../../drivers/driver"
import { reached } from "../../lib/failpoints"
import type { BankAccounts } from "./accounts"
import { CallEnded, Calls } from "./calls"
import { Cards } from "./cards"
import type { CardToken } from "./models/card"
import type { Payment } from "./models/payment"
import { orderCustomer } from "./order-customer"
import { Payments } from "./payments"
import { type Verdict, applySnapshot } from "./reducer"
import { storedPayment } from "./stored-payment"
import { UnopenedPayments } from "./unopened-payments"

/** The calls that open and query payments at the bank, and the snapshots with which it answers. */
export class PaymentCalls {
  private readonly calls: Calls
  private readonly cards: Cards
  private readonly payments: Payments
  private readonly unopened: UnopenedPayments

  constructor(
    private readonly knex: Knex,
    private readonly accounts: BankAccounts,
    private readonly base_url: string
  ) {
    this.calls = new Calls(knex)
    this.cards = new Cards(knex)
    this.payments = new Payments(knex)
    this.unopened = new UnopenedPayments(knex)
  }

  /**
   * Opens the payment at the bank and applies the bank's answer. Safe to repeat: every attempt uses the
   * idempotency key stored with the payment. Does not call the bank for a payment that has ended meanwhile, because
   * its creation counted as interrupted. If the outcome is unknown, or if the bank has rejected the call of an agent's
   * payment only for now, the payment is marked as unknown, is opened later, and no error is thrown. If the bank did not
   * execute the call, the payment is declined; then BankError is thrown, except for the charge of a saved card, because its
   * order is already placed and its task is waiting.
   */
  async open(id: string): Promise<Payment> {
    const payment = await this.payments.retrieve(id)
    const { card_token_id } = payment
    if (endedUnpaid(payment.status)) return payment
    try {
      const snapshot = await this.callToOpen(payment)
      await reached("bank_answered", id)
      await this.apply(snapshot, payment.bank_account)
    } catch (error) {
      if (error instanceof CallEnded) return this.payments.retrieve(id)
      if (!(error instanceof BankError)) throw error
      // A storefront creates another payment when its customer tries again, so nothing waits for this one.
      const isOpenedLater = error.outcome === "unknown" || (payment.client_id !== null && isForNow(error))
      if (isOpenedLater) await this.unopened.markUnknown(id)
      else await this.unopened.markRefused(id, error.code)
      if (!isOpenedLater && !card_token_id) throw error
    }
    const opened = await this.payments.retrieve(id)
    // The bank may have ended the agreement without notifying the store, so the card is checked at the bank.
    if (card_token_id && opened.status === "declined") await this.cards.pollSoon(card_token_id)
    return opened
  }

  private async callToOpen(payment: Payment): Promise<PaymentSnapshot> {
    const { card_token_id, bank_account } = payment
    const driver = this.accounts.driverOf(bank_account)
    const card = card_token_id && (await this.cards.retrieve(card_token_id))
    if (card && card.bank_account !== bank_account) throw anotherAccount()
    const isSent = driver.capabilities.customer_data && !card
    const customer = isSent ? await orderCustomer(this.knex, payment.id) : undefined
    return this.calls.once("gw_payment", payment, (context) =>
      card
        ? driver.chargeToken(chargeCallOf(payment, card), context)
        : driver.createPayment(createCallOf(payment, customer), context)
    )
  }

  /**
   * Fetches the payment's snapshot from the bank, applies it and returns it. Null if the bank does not know the
   * payment.
   */
  async refresh(payment: Payment): Promise<PaymentSnapshot | null> {
    const snapshot = await this.find(payment)
    if (snapshot) await this.apply(snapshot, payment.bank_account)
    return snapshot
  }

  /** The payment's snapshot at the bank, not applied. Null if the bank does not know the payment. Throws BankError. */
  async find(payment: Payment): Promise<PaymentSnapshot | null> {
    return this.accounts.driverOf(payment.bank_account).findPayment(await storedPayment(this.knex, payment))
  }

  /**
   * Applies a snapshot that the bank of an account has reported. Every snapshot passes through here, whether it
   * came in an answer, a notification or the event list.
   */
  apply(snapshot: PaymentSnapshot, bank_account: string): Promise<Verdict> {
    return applySnapshot(this.knex, snapshot, { bank_account, base_url: this.base_url })
  }
}

/** The error for the charge of a card at another account than the one at which it is saved. */
const anotherAccount = () =>
  new BankError("token_not_active", "not_executed", "the card is saved at another bank account")

/** The call that opens a payment. Except for the customer, it is identical for the first attempt and every retry. */
function createCallOf(payment: Payment, customer: OrderCustomer | undefined): CreatePayment {
  const { merchant_reference, intent, amount, currency, description } = payment
  const { method, customer_email, save_card } = payment
  return {
    merchant_reference,
    intent,
    amount,
    currency,
    description,
    return_url: String(payment.return_url),
    method,
    ...(customer_email && { customer_email }),
    ...(customer && { customer }),
    ...(save_card && { save_card }),
  }
}

/** The call that charges a saved card. It is identical for the first attempt and every retry. */
function chargeCallOf(payment: Payment, card: CardToken): TokenCharge {
  const { merchant_reference, amount, currency, description } = payment
  const { usage: type, network_transaction_id } = card
  const mit = { type, initial_network_transaction_id: String(network_transaction_id) }
  return {
    bank_token_id: String(card.bank_token_id),
    merchant_reference,
    amount,
    currency,
    description,
    mit,
  }
}
