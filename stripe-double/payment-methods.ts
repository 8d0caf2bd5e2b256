import { verdictOn, type Verdict } from "./cards"
import type { Fields } from "./fields"
import { newId } from "./intents"
import { invalid, missing } from "./stripe-error"

/** A payment method, as Stripe's API shows it. */
export interface PaymentMethod {
  readonly id: string
  readonly object: "payment_method"
  readonly type: "card" | "sepa_debit"
  readonly card?: { readonly brand: string; readonly last4: string }
  readonly sepa_debit?: { readonly last4: string }
}

/** Cards and accounts that shoppers have entered. */
export class PaymentMethods {
  readonly stored = new Map<string, { method: PaymentMethod; verdict: Verdict }>()

  /** Stores the card in `payment_method_data[card][number]`, or the account in `payment_method_data[sepa_debit][iban]`. */
  enter(fields: Fields): PaymentMethod {
    const number = fields["payment_method_data[card][number]"]
    const iban = fields["payment_method_data[sepa_debit][iban]"]
    if (iban) return this.store({ type: "sepa_debit", sepa_debit: { last4: iban.slice(-4) } }, "defer")
    if (!number) throw invalid("You must provide a payment method.", "parameter_missing")
    return this.enterCard(number)
  }

  enterCard(number: string): PaymentMethod {
    return this.store({ type: "card", card: { brand: "visa", last4: number.slice(-4) } }, verdictOn(number))
  }

  private store(entered: Omit<PaymentMethod, "id" | "object">, verdict: Verdict): PaymentMethod {
    const method: PaymentMethod = { id: newId("pm"), object: "payment_method", ...entered }
    this.stored.set(method.id, { method, verdict })
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
