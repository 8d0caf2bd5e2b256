import type { Agent } from "../../integration-tests/support/agent"
import type { Storefront } from "../../integration-tests/support/storefront"
import type { Choice, Random } from "../random"
import type { Diary } from "./diary"

/** Who takes part in the life of one payment. Everything drawn from `random` is the same for the same seed. */
export interface Life {
  readonly number: number
  /** Names the request, for ever. */
  readonly reference: string
  readonly random: Random
  readonly agent: Agent
  readonly shop: Storefront
  readonly diary: Diary
}

/** A payment that waits for its shopper, or needs none. Amount in minor units. */
export interface Opened {
  readonly payment_id: string
  /** Where the shopper proves the payment; absent when a kept card was charged. */
  readonly page?: string
  /** Where the bank sends the shopper back to. */
  readonly return_url: string
  readonly origin: "agent" | "cart"
  readonly is_reserved: boolean
  readonly amount: number
  readonly currency: string
  readonly cart_id?: string
  readonly task_id?: string
  /** The id of the order the payment is for, when there is one within `seconds` and it is paid or reserved. */
  settledOrder(seconds: number): Promise<string | undefined>
  /** The id of its order, paid or not. */
  order(): Promise<string | undefined>
}

/** A way to come to a payment. Undefined when the bank or the store would not open one. */
export interface Opening extends Choice {
  open(life: Life): Promise<Opened | undefined>
}

/** What somebody does to an open or a settled payment. */
export interface Act extends Choice {
  /** Whether it makes sense for such a payment; always, unless it says. */
  fits?(opened: Opened): boolean
  run(life: Life, opened: Opened): Promise<void>
}
