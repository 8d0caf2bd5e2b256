/** The reasons why a person's data cannot be erased yet. */
const MESSAGES = {
  payment_open: "Payment {id} is still open: the customer or the bank has not completed it.",
  payment_authorized: "Payment {id} is authorized and not settled: capture or void it first.",
  refund_pending: "Payment {id} has a refund that the bank has not executed yet.",
  payment_disputed: "Payment {id} is disputed: its data is needed until the dispute is closed.",
  payment_in_review: "Payment {id} needs manual review.",
  payment_unsettled: "Payment {id} is not settled yet: the store or the bank is still processing it.",
  approval_waiting:
    "Approval {id} waits for a decision, or its payment is being started: decide on it first.",
  checkout_in_storefront:
    "Checkout {id} is in the storefront: its customer may still pay for it, or has paid without an order.",
}

/** The code of an obstacle. */
export type ObstacleCode = keyof typeof MESSAGES

/** All codes of obstacles. */
export const OBSTACLE_CODES = Object.keys(MESSAGES) as ObstacleCode[]

/** The payment, approval or checkout that blocks an erasure, with the reason. */
export interface Obstacle {
  readonly code: ObstacleCode
  /** The blocking payment; null if an approval or a checkout blocks. */
  readonly payment_id: string | null
  /** The payment's order in Medusa, if it has one. */
  readonly order_id: string | null
  readonly approval_id: string | null
  readonly checkout_id: string | null
}

/** The obstacle as a sentence for the merchant. */
export const sentenceOf = ({ code, payment_id, approval_id, checkout_id }: Obstacle): string =>
  MESSAGES[code].replace("{id}", String(payment_id ?? approval_id ?? checkout_id))
