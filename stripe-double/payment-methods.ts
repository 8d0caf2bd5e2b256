import { verdictOn, type Verdict } from "./cards"
import type { Fields } from "./fields"
import { newId } from "./intents"
import { invalid, missing } from "./stripe-error"

/** A payment method, as Stripe's API shows it. */
export interface PaymentMethod {
  readonly id: string
  readonly object: "payment_method"
  readonly type: "card"
  readonly card: { readonly brand: string; readonly last4: string }
}

/** Cards that shoppers have entered. */
export class PaymentMethods {
  readonly stored = new Map<string, { method: PaymentMethod; verdict: Verdict }>()

  /** Stores the card in `payment_method_data[card][number]`. */
  enter(fields: Fields): PaymentMethod {
    const number = fields["payment_method_data[card][number]"]
    if (!number) throw invalid("You must provide a payment method.", "parameter_missing")
    const card = { brand: "visa", last4: number.slice(-4) }
    const method: PaymentMethod = { id: newId("pm"), object: "payment_method", type: "card", card }
    this.stored.set(method.id, { method, verdict: verdictOn(number) })
    return method
  }

  find(id: string): PaymentMethod {
    return this.entry(id).method
  }

  verdict(id: string): Verdict {
    return this.entry(id).verdict
  }

  private entry(id: string) {
    const found = this.stored.get(id)
    if (!found) throw missing("payment_method", id)
    return found
  }
}
