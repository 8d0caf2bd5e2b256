import type { Agent } from "../../integration-tests/support/agent"
import type { Choice, Random } from "../random"
import type { Checkout, CheckoutState } from "./checkout-session"
import type { RunLog } from "./run-log"
import type { Basket, Goods } from "./goods"
import type { People } from "./people"

/** One simulated purchase and its participants. `random` returns the same values for the same seed. */
export interface Purchase extends Omit<People, "close"> {
  /** The order reference of the request. It never changes. */
  readonly reference: string
  readonly random: Random
  readonly runLog: RunLog
  /** The references of its payments and orders. Each step adds those that it learns. */
  readonly known_as: string[]
  /** Further error codes with which captures and refunds of agents are refused. */
  readonly refusals: readonly string[]
  /** How the customers of this run pay a completed checkout. */
  readonly payable: Payable
  /** Called before an order is edited, with its total after the edit. */
  setOrderTotal(total: number): void
  /** Called before the customer changes the cart, with the amount to pay after the change. */
  setAmount(amount: number): void
}

/** Returns the payment of a completed checkout, which waits for its customer. */
export type Payable = (
  checkout: Checkout,
  state: CheckoutState,
  basket: Pick<Basket, "amount" | "currency" | "amountOf">
) => Promise<Opened>

/** The properties of a payment that are known before its first request. */
export interface Traits {
  /** `existing`: for an order that existed before the payment; `checkout`: of a UCP or ACP session. */
  readonly origin: "agent" | "cart" | "checkout" | "existing"
  /** Whether the payment is only authorized, and captured by a later request. */
  readonly is_manual_capture: boolean
  /** Whether a customer is redirected to the bank. */
  readonly has_page: boolean
  /** Whether the client acts for a customer, so that its refunds need the merchant's approval. */
  readonly is_for_customer?: boolean
  /** Whether the purchase is free of charge. */
  readonly is_free?: boolean
  /** Whether the purchase requires a customer who pays. */
  readonly must_be_paid?: boolean
}

/** A payment that waits for its customer, or needs no authentication. Amount in minor units. */
export interface Opened {
  readonly payment_id: string
  /** The cart in the storefront that its customer takes over. */
  readonly handed_over?: HandedOver
  /** The address at which the customer authenticates the payment; absent when a saved card was charged. */
  readonly page?: string | undefined
  /** The address to which the bank redirects the customer. */
  readonly return_url: string
  readonly amount: number
  readonly currency: string
  readonly cart_id?: string
  readonly task_id?: string
  /** The agent that requested the payment. Only this agent can read or change it. */
  readonly agent?: Agent
  /** Cancels the checkout session. */
  cancelCheckout?(): Promise<unknown>
  /** The id of the order, once it is paid or authorized; undefined when that takes longer than `seconds`. */
  settledOrder(seconds: number): Promise<string | undefined>
  /** The id of its order, paid or not. */
  order(): Promise<string | undefined>
}

/** A cart that waits for its customer in the storefront. */
export interface HandedOver {
  /** The token in the link to the storefront. */
  readonly token: string
  /** The amount to pay for another quantity of its item, in minor units. */
  amountOf(quantity: number): number
  /** The agent reads its checkout. */
  read(): Promise<CheckoutState>
}

/** The amount of a payment, decided before its first request, and how it starts. */
export interface Plan {
  readonly amount: number
  readonly currency: string
  /** Whether the merchant or the customer will reject it, so that there is no payment. */
  readonly is_rejected?: boolean
  /** Whether the exact total has half a minor unit, which may be rounded either way. */
  readonly has_half?: boolean
  /** Creates the payment; returns undefined when the bank or the store rejects it. */
  open(purchase: Purchase): Promise<Opened | undefined>
}

/** A way to start a payment. */
export interface Opening extends Choice {
  readonly traits: Traits
  plan(random: Random, goods: Goods): Plan
}

/** An action on an open or a settled payment. */
export interface Action extends Choice {
  /** Whether the action is possible for such a payment; without this function it always is. */
  fits?(traits: Traits): boolean
  /** Whether it may prevent an approved payment from becoming an order. */
  readonly may_prevent_order?: boolean
  run(purchase: Purchase, opened: Opened): Promise<void>
}
