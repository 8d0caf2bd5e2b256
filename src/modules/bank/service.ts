import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { driverOf } from "../../drivers"
import {
  type Acknowledgement,
  type BankDriver,
  BankError,
  type NotificationRequest,
  type PaymentSnapshot,
} from "../../drivers/driver"
import { type GatewayOptions, readOptions } from "../../options"
import * as effects from "./effects"
import * as inbox from "./inbox"
import type { DueEffect } from "./models/effect"
import type { StoredEvent } from "./models/event"
import type { Payment } from "./models/payment"
import * as payments from "./payments"
import { type Verdict, applySnapshot } from "./reducer"

interface Dependencies {
  __pg_connection__: Knex
}

/** Payments and the bank: every word the bank says comes through here, and is acted on exactly once. */
export default class BankService {
  readonly options: GatewayOptions
  private readonly driver: BankDriver
  private readonly knex: Knex

  constructor({ __pg_connection__ }: Dependencies, options?: unknown) {
    this.knex = __pg_connection__
    this.options = readOptions(options)
    this.driver = driverOf(this.options)
  }

  /** The store's public keys, for the bank. */
  publicKeys() {
    return this.driver.publicKeys()
  }

  prepare(payment: payments.NewPayment): Promise<void> {
    return payments.insertPayment(this.knex, payment)
  }

  claim(id: string, session: Parameters<typeof payments.claimPayment>[2]): Promise<boolean> {
    return payments.claimPayment(this.knex, id, session)
  }

  provision(id: string): Promise<void> {
    return payments.provisionPayment(this.knex, id)
  }

  /** Forgets a payment whose order could not be placed, unless the bank has been heard of it. */
  abandon(id: string): Promise<void> {
    return payments.deletePayment(this.knex, id)
  }

  find(where: Parameters<typeof payments.findPayment>[1]): Promise<Payment | undefined> {
    return payments.findPayment(this.knex, where)
  }

  async retrieve(id: string): Promise<Payment> {
    const payment = await this.find({ id })
    if (!payment) throw new Error(`no payment ${id}`)
    return payment
  }

  unresolved(olderThanSeconds: number, limit: number): Promise<Payment[]> {
    return payments.unresolvedPayments(this.knex, olderThanSeconds, limit)
  }

  /**
   * Opens the payment at the bank and takes its answer. Safe to repeat: the key was written down with the payment.
   * An unknown outcome is noted and not an error; the bank's refusal to execute is thrown as BankError.
   */
  async open(id: string): Promise<Payment> {
    const payment = await this.retrieve(id)
    try {
      const { idempotency_key } = payment
      await this.apply(await this.driver.createPayment(payments.createCallOf(payment), { idempotency_key }))
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      if (error.outcome === "unknown") await payments.markUnknown(this.knex, id)
      else {
        await payments.markRefused(this.knex, id, error.code)
        throw error
      }
    }
    return this.retrieve(id)
  }

  /** Asks the bank how the payment stands and takes its signed answer. Null: the bank does not know the payment. */
  async refresh({ merchant_reference }: Payment): Promise<Verdict | null> {
    const snapshot = await this.driver.findPayment(merchant_reference)
    return snapshot && this.apply(snapshot)
  }

  /** The one way any snapshot is taken, whatever brought it. */
  apply(snapshot: PaymentSnapshot): Promise<Verdict> {
    return applySnapshot(this.knex, snapshot)
  }

  /**
   * Verifies a notification and stores it. `event` is set when it is new and wants processing; the acknowledgement
   * may be sent as soon as this returns, because by then the event is durable.
   */
  async receive(
    request: NotificationRequest
  ): Promise<{ acknowledgement: Acknowledgement; event?: StoredEvent }> {
    const verdict = await this.driver.readNotification(request)
    if (!verdict.ok) return { acknowledgement: this.driver.acknowledge(verdict) }
    const stored = await inbox.storeEvent(this.knex, verdict.event, verdict.nonce, request.raw_body)
    if (stored === "replayed")
      return { acknowledgement: this.driver.acknowledge({ ok: false, reason: "replayed" }) }
    const acknowledgement = this.driver.acknowledge(verdict)
    if (stored === "duplicate") return { acknowledgement }
    return { acknowledgement, event: { event_id: verdict.event.event_id, snapshot: verdict.event.payment } }
  }

  leftoverEvents(olderThanSeconds: number, limit: number): Promise<StoredEvent[]> {
    return inbox.leftoverEvents(this.knex, olderThanSeconds, limit)
  }

  finishEvent(event_id: string, verdict: string): Promise<void> {
    return inbox.finishEvent(this.knex, event_id, verdict)
  }

  purgeNonces(): Promise<void> {
    return inbox.purgeNonces(this.knex)
  }

  leaseEffect(payment_id: string | null): Promise<DueEffect | undefined> {
    return effects.leaseEffect(this.knex, payment_id)
  }

  holdLease(effect: DueEffect): () => void {
    return effects.holdLease(this.knex, effect)
  }

  finishEffect(...fact: Parameters<typeof effects.finishEffect>): Promise<void> {
    return effects.finishEffect(...fact)
  }

  postponeEffect(effect: DueEffect, error: string): Promise<void> {
    return effects.postponeEffect(this.knex, effect, error)
  }
}
