import type { BankPayment, BankToken } from "./bank"
import type { RequestedMovement } from "./books"
import type { Story } from "./story"
import type {
  BankEvent,
  Collection,
  Effect,
  MedusaMovement,
  MedusaPayment,
  OpenChange,
  OpenWork,
  Operation,
  Order,
  OrderItem,
  OurCard,
  OurPayment,
  Reservation,
  Session,
  Task,
  TaskEvent,
  Transaction,
} from "./tables"

/** An order with its related records. */
export interface OrderFile extends Order {
  readonly transactions: readonly Transaction[]
  readonly open_changes: readonly OpenChange[]
  readonly open_work: readonly OpenWork[]
  readonly items: readonly OrderItem[]
  readonly reservations: readonly Reservation[]
  /** How often `order.placed` was emitted for it, or was lost with a killed server. */
  readonly placed: number
  /** Medusa's payments for it, including those of other payments of the plugin. */
  readonly records: readonly RecordFile[]
  /** The story of its purchase. */
  readonly story: Story | undefined
}

/** Medusa's record of a payment. Amounts of the movements in minor units. */
export interface RecordFile extends MedusaPayment {
  readonly captures: readonly MovementFile[]
  readonly refunds: readonly MovementFile[]
  readonly collection: Collection | undefined
}

/** A capture or refund in Medusa. Amount in minor units. */
export interface MovementFile extends Pick<MedusaMovement, "id"> {
  readonly amount: number
  /** The amount that Medusa has stored, as a decimal. */
  readonly decimal: string
}

/** A task with its events, oldest first. */
export interface TaskFile extends Task {
  readonly events: readonly TaskEvent[]
  /** Whether it waited for the merchant's approval before customer authentication. */
  readonly needed_approval: boolean
}

/** A saved card, and its records at the bank. */
export interface CardFile extends OurCard {
  readonly at_bank: readonly BankToken[]
}

/**
 * All records about one payment, or about one card that was saved without a payment. A record without a payment of the
 * plugin has a dossier of its own, so that every record is checked.
 */
export interface Dossier {
  /** Its name in findings. */
  readonly name: string
  readonly ours?: OurPayment
  /** The story of its purchase. */
  readonly story?: Story | undefined
  /** Further payments of the plugin for the same request. */
  readonly twins: readonly OurPayment[]
  readonly bank?: BankPayment
  /** Whether the bank or provider may learn of a payment only when the customer opens its page. */
  readonly is_created_on_page: boolean
  readonly session?: Session
  readonly cards: readonly CardFile[]
  /** Cards that are saved at the bank and unknown to the plugin. */
  readonly stray_tokens: readonly BankToken[]
  readonly records: readonly RecordFile[]
  readonly orders: readonly OrderFile[]
  readonly tasks: readonly TaskFile[]
  readonly effects: readonly Effect[]
  readonly operations: readonly Operation[]
  readonly waiting_events: readonly BankEvent[]
  /** Inventory reservations that belong to no order. */
  readonly stray_reservations: readonly Reservation[]
  readonly requested: readonly RequestedMovement[]
  /** Whether the cancellation of its order was requested. */
  readonly is_cancel_requested: boolean
  /** Whether a void of its authorization was requested. */
  readonly is_void_requested: boolean
}

/** A dossier without records. */
export const EMPTY: Omit<Dossier, "name"> = {
  twins: [],
  cards: [],
  stray_tokens: [],
  records: [],
  orders: [],
  tasks: [],
  effects: [],
  operations: [],
  waiting_events: [],
  stray_reservations: [],
  requested: [],
  is_created_on_page: false,
  is_cancel_requested: false,
  is_void_requested: false,
}
