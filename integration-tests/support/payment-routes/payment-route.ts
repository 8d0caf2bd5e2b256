import type { Buyer, Checkout } from "../buyer"
import type { Order } from "../merchant"

/** An agent's checkout whose customer can pay now. */
export interface Payable {
  readonly id: string
}

/** Money of a payment, in minor units. */
export interface Moved {
  readonly captured: number
  readonly refunded: number
}

/** What happens to the notifications of the provider from now on. A late one is sent by `sendLate`. */
export type Delivery = "lost" | "repeated" | "late"

/** The scenarios of `describePaymentRoute`. */
export type Scenario =
  | "paid"
  | "declined"
  | "abandoned"
  | "two tabs"
  | Delivery
  | "early"
  | "sold out"
  | "canceled by its agent"
  | "canceled by staff"
  | "refunded by its agent"
  | "refunded by staff"

/** A route on which customers pay, with its provider. */
export interface PaymentRoute<P extends Payable> {
  /** The environment of the store. */
  readonly env: Record<string, string>
  /** The jobs that run only when a test runs them. */
  readonly jobs: readonly string[]
  /** What an unpaid checkout has: an order that reserves its stock, or only a cart. */
  readonly holds: "order" | "cart"
  /** The status of the checkout after a decline. */
  readonly declined: Checkout["status"]
  /** The scenarios that the route cannot have, with the reason. */
  readonly lacks: Partial<Readonly<Record<Scenario, string>>>
  /** A checkout of one unit, with its customer where they pay. */
  begin(buyer: Buyer, item: string): Promise<P>
  /** The customer pays and returns to the store. */
  pay(payable: P): Promise<void>
  /** The customer pays and closes the page. */
  payAndLeave(payable: P): Promise<void>
  /** The customer's card is declined. */
  decline(payable: P): Promise<void>
  /** The customer leaves without paying, and the time for the payment is over. */
  abandon(payable: P): Promise<void>
  /** The customer tries again after `decline` or `abandon`. */
  retry(payable: P, buyer: Buyer): Promise<P>
  deliver(delivery: Delivery): Promise<void>
  sendLate(payable: P): Promise<void>
  /** Runs the jobs that find a payment without a notification, as after their waiting times. */
  find(payable: P): Promise<void>
  /** Staff capture a paid order, if the provider does not. */
  capture?(order: Order): Promise<void>
  /** Staff refund an amount, in minor units. */
  refund(payment: { readonly id: string; readonly order: Order }, amount: number): Promise<number>
  /** What the provider says it has moved for the newest payment. Absent if the provider moves no money. */
  ledger?(payable: P): Promise<Moved>
  /** Ends all faults of the provider. */
  restore(): Promise<void>
}
