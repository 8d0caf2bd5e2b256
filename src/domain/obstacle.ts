/** The reasons why a person's data cannot be erased yet. */
const SENTENCES = {
  payment_open: "Payment {id} is still open: the shopper or the bank has not ended it.",
  payment_authorized: "Payment {id} is authorized and not settled: capture or release it first.",
  refund_pending: "Payment {id} has a refund the bank has not made yet.",
  payment_disputed: "Payment {id} is disputed: what is known of it is needed until that has ended.",
  payment_in_review: "Payment {id} waits for somebody to look at it.",
  payment_unsettled: "Payment {id} is not settled yet: the store or the bank is at work on it.",
  approval_waiting: "Approval {id} waits, or its payment is being begun: decide on it first.",
}

export type ObstacleCode = keyof typeof SENTENCES
export const OBSTACLE_CODES = Object.keys(SENTENCES) as ObstacleCode[]

/** The payment or approval that blocks an erasure, with the reason. */
export interface Obstacle {
  readonly code: ObstacleCode
  /** The blocking payment; null if an approval blocks. */
  readonly payment_id: string | null
  /** The payment's order in Medusa, if it has one. */
  readonly order_id: string | null
  readonly approval_id: string | null
}

/** The obstacle as a sentence for the merchant. */
export const sentenceOf = ({ code, payment_id, approval_id }: Obstacle): string =>
  SENTENCES[code].replace("{id}", String(payment_id ?? approval_id))
