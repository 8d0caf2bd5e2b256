import type {
  OpenedPayment,
  PaymentSnapshot,
  StoredMovement,
  StoredOperation,
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

  /** What the store passes to the driver about a payment. */
  of(payment: Reported): OpenedPayment {
    const { merchant_reference } = payment
    const { id, intent, amount, currency, status, captures, refunds } =
      this.snapshots.get(merchant_reference) ?? payment
    const capturesApart = intent === "preauth" ? captures : []
    return {
      ...{ merchant_reference, bank_payment_id: id, intent, amount, currency, status, age: 1 },
      operations: this.operations.get(merchant_reference) ?? [],
      movements: [...moved("capture", capturesApart), ...moved("refund", refunds)],
    }
  }
}

const moved = (kind: StoredMovement["kind"], movements: Reported["captures"]): StoredMovement[] =>
  movements.map(({ id, merchant_reference }) => ({ kind, id, merchant_reference }))
