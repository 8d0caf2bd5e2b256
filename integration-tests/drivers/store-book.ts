import type {
  OpenedPayment,
  PaymentSnapshot,
  StoredCard,
  StoredMovement,
  StoredOperation,
  TokenSetup,
  TokenSnapshot,
} from "../../src/drivers/driver"

type Reported = Pick<
  PaymentSnapshot,
  "id" | "merchant_reference" | "intent" | "amount" | "currency" | "status" | "captures" | "refunds"
>

/** Plays the store for a driver: keeps the newest snapshot of each payment, and each operation before its call. */
export class StoreBook {
  private readonly snapshots = new Map<string, Reported>()
  private readonly operations = new Map<string, StoredOperation[]>()

  /** Stores a snapshot and returns it. */
  note<Snapshot extends Reported>(snapshot: Snapshot): Snapshot {
    this.snapshots.set(snapshot.merchant_reference, snapshot)
    return snapshot
  }

  /** Stores an operation whose call follows. */
  begin({ merchant_reference }: Reported, operation: Omit<StoredOperation, "status">): void {
    const earlier = this.operations.get(merchant_reference) ?? []
    this.operations.set(merchant_reference, [...earlier, { ...operation, status: "requested" }])
  }

  /** What the store passes to the driver about a payment, or about a charge of the saved card with this token. */
  of(payment: Reported, bank_token_id: string | null = null): OpenedPayment {
    const { merchant_reference } = payment
    const { id, intent, amount, currency, status, captures, refunds } =
      this.snapshots.get(merchant_reference) ?? payment
    const capturesApart = intent === "preauth" ? captures : []
    return {
      merchant_reference,
      bank_payment_id: id,
      intent,
      amount,
      currency,
      status,
      bank_token_id,
      age: 1,
      operations: this.operations.get(merchant_reference) ?? [],
      movements: [...moved("capture", capturesApart), ...moved("refund", refunds)],
    }
  }
}

/** What the store passes to the driver about a card that it has asked the bank to save on its own. */
export const requestedCard = ({ merchant_reference, ...setup }: TokenSetup): StoredCard => ({
  merchant_reference,
  customer_reference: setup.customer_reference,
  currency: setup.currency,
  usage: setup.usage,
  bank_token_id: null,
  status: "requires_action",
  version: 0,
  declines: [],
  card: null,
  network_transaction_id: null,
})

/** The same for a card that the bank has saved with a payment. */
export function cardSavedWith(
  setup: TokenSetup,
  { token_id: bank_token_id, card, network_transaction_id }: PaymentSnapshot
): StoredCard {
  return { ...requestedCard(setup), bank_token_id, status: "active", card, network_transaction_id }
}

/** The same for a card that the bank has reported. */
export const reportedCard = ({ id: bank_token_id, ...token }: TokenSnapshot): StoredCard => ({
  ...token,
  bank_token_id,
  declines: [],
})

const moved = (kind: StoredMovement["kind"], movements: Reported["captures"]): StoredMovement[] =>
  movements.map(({ id, merchant_reference, amount }) => ({ kind, id, merchant_reference, amount }))
