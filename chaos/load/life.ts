import type { Choice, Random } from "../random"
import type { Diary } from "./diary"
import type { Goods } from "./goods"
import type { People } from "./people"

/** Who takes part in the life of one payment. Everything drawn from `random` is the same for the same seed. */
export interface Life extends Omit<People, "leave"> {
  readonly number: number
  /** Names the request, for ever. */
  readonly reference: string
  readonly random: Random
  readonly diary: Diary
  /** The references of its payments and orders; each act adds those it learns. */
  readonly known_as: string[]
  /** Says before an order is edited what it comes to after that. */
  orderComesTo(total: number): void
}

/** What is known of a payment before anything is asked for. */
export interface Traits {
  /** `existing`: for an order that existed before; `checkout`: of a UCP or ACP session. */
  readonly origin: "agent" | "cart" | "checkout" | "existing"
  readonly is_reserved: boolean
  /** Whether a customer is redirected to the bank. */
  readonly has_page: boolean
  /** Whether nothing is to be paid. */
  readonly is_free?: boolean
  /** Whether the story makes sense only with a shopper who pays. */
  readonly must_be_paid?: boolean
}

/** A payment that waits for its customer, or needs no authentication. Amount in minor units. */
export interface Opened {
  readonly payment_id: string
  /** The address at which the customer authenticates the payment; absent when a saved card was charged. */
  readonly page?: string | undefined
  /** The address to which the bank redirects the customer. */
  readonly return_url: string
  readonly amount: number
  readonly currency: string
  readonly cart_id?: string
  readonly task_id?: string
  /** The checkout session, by what ends it. */
  cancelCheckout?(): Promise<unknown>
  /** The id of the order the payment is for, when there is one within `seconds` and it is paid or reserved. */
  settledOrder(seconds: number): Promise<string | undefined>
  /** The id of its order, paid or not. */
  order(): Promise<string | undefined>
}

/** What is to be paid, decided before anything is asked for, and how it begins. */
export interface Plan {
  readonly amount: number
  readonly currency: string
  /** Whether the merchant or the shopper will not let it come to a payment. */
  readonly is_refused?: boolean
  /** Undefined when the bank or the store would not open a payment. */
  open(life: Life): Promise<Opened | undefined>
}

/** A way to come to a payment. */
export interface Opening extends Choice {
  readonly traits: Traits
  plan(random: Random, goods: Goods): Plan
}

/** What somebody does to an open or a settled payment. */
export interface Act extends Choice {
  /** Whether it makes sense for such a payment; always, unless it says. */
  fits?(traits: Traits): boolean
  /** Whether it may keep an approved payment from becoming an order. */
  readonly hinders?: boolean
  run(life: Life, opened: Opened): Promise<void>
}
