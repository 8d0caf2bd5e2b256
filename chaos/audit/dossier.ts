import type { BankPayment, BankToken } from "./bank"
import type { Asked } from "./books"
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

/** An order with what hangs on it. */
export interface OrderFile extends Order {
  readonly transactions: readonly Transaction[]
  readonly open_changes: readonly OpenChange[]
  readonly open_work: readonly OpenWork[]
  readonly items: readonly OrderItem[]
  readonly reservations: readonly Reservation[]
  /** How often `order.placed` has told of it. */
  readonly placed: number
  /** Medusa's payments for it, whichever payment of ours they are for. */
  readonly records: readonly RecordFile[]
  /** The life it is from. */
  readonly story: Story | undefined
}

/** Medusa's record of a payment. Amounts of the movements in minor units. */
export interface RecordFile extends MedusaPayment {
  readonly captures: readonly MovementFile[]
  readonly refunds: readonly MovementFile[]
  readonly collection: Collection | undefined
}
export interface MovementFile extends Pick<MedusaMovement, "id"> {
  readonly amount: number
  /** The decimal Medusa has written. */
  readonly decimal: string
}

export interface TaskFile extends Task {
  readonly events: readonly TaskEvent[]
  /** Whether it waited for the merchant before it waited for the shopper. */
  readonly needed_approval: boolean
}

/** A kept card, and what the bank says of it. */
export interface CardFile extends OurCard {
  readonly at_bank: readonly BankToken[]
}

/**
 * All that anybody has about one payment, or about one card that was kept without a payment. What belongs to no payment of ours has a dossier of its own, in which nearly
 * everything is missing: so that every row is looked at.
 */
export interface Dossier {
  /** How findings call it. */
  readonly name: string
  readonly ours?: OurPayment
  /** The life it is from, as the load has decided it. */
  readonly story?: Story | undefined
  /** Payments of ours for the very request this one is for. */
  readonly twins: readonly OurPayment[]
  readonly bank?: BankPayment
  readonly session?: Session
  readonly cards: readonly CardFile[]
  /** Cards the bank keeps and we know nothing of. */
  readonly stray_tokens: readonly BankToken[]
  readonly records: readonly RecordFile[]
  readonly orders: readonly OrderFile[]
  readonly tasks: readonly TaskFile[]
  readonly effects: readonly Effect[]
  readonly operations: readonly Operation[]
  readonly waiting_events: readonly BankEvent[]
  /** Reservations of no order's. */
  readonly stray_reservations: readonly Reservation[]
  readonly asked: readonly Asked[]
  /** Whether somebody wanted its order canceled. */
  readonly is_cancel_asked: boolean
  /** Whether its authorization was requested to be voided. */
  readonly is_void_asked: boolean
}

/** A dossier with nothing in it. */
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
  asked: [],
  is_cancel_asked: false,
  is_void_asked: false,
}
