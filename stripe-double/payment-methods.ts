import { verdictOn, type Verdict } from "./cards"
import type { Fields } from "./fields"
import { newId } from "./intents"
import { invalid, missing } from "./stripe-error"

/** A payment method, as Stripe's API shows it. */
export interface PaymentMethod {
  readonly id: string
  readonly object: "payment_method"
  readonly type: "card" | "sepa_debit"
  /** The customer for whom it is saved. */
  readonly customer: string | null
  readonly card?: {
    readonly brand: string
    readonly last4: string
    readonly exp_month: number
    readonly exp_year: number
  }
  readonly sepa_debit?: { readonly last4: string }
}

interface Entry {
  readonly method: PaymentMethod
  readonly verdict: Verdict
  readonly is_removed?: true
}

/** Cards and accounts that shoppers have entered. */
export class PaymentMethods {
  readonly stored = new Map<string, Entry>()

  /** Stores the card in `payment_method_data[card][number]`, or the account in `payment_method_data[sepa_debit][iban]`. */
  enter(fields: Fields): PaymentMethod {
    const number = fields["payment_method_data[card][number]"]
    const iban = fields["payment_method_data[sepa_debit][iban]"]
    if (iban) return this.store({ type: "sepa_debit", sepa_debit: { last4: iban.slice(-4) } }, "defer")
    if (!number) throw invalid("You must provide a payment method.", "parameter_missing")
    return this.enterCard(number)
  }

  enterCard(number: string): PaymentMethod {
    return this.store(
      { type: "card", card: { brand: "visa", last4: number.slice(-4), exp_month: 12, exp_year: 2040 } },
      verdictOn(number)
    )
  }

  private store(entered: Omit<PaymentMethod, "id" | "object" | "customer">, verdict: Verdict): PaymentMethod {
    const method: PaymentMethod = { id: newId("pm"), object: "payment_method", customer: null, ...entered }
    this.stored.set(method.id, { method, verdict })
    return method
  }

  /** Saves a payment method for a customer. */
  attach(id: string, customer: string): PaymentMethod {
    const entry = this.entry(id)
    const method = { ...entry.method, customer }
    this.stored.set(id, { ...entry, method })
    return method
  }

  /** Removes a saved payment method, which can never be used again. */
  detach(id: string): PaymentMethod {
    const entry = this.entry(id)
    const method = { ...entry.method, customer: null }
    this.stored.set(id, { ...entry, method, is_removed: true })
    return method
  }

  /** What a customer has saved, the newest first. */
  listOf(customer: string): PaymentMethod[] {
    const methods = [...this.stored.values()].map(({ method }) => method)
    return methods.filter((method) => method.customer === customer).reverse()
  }

  find(id: string): PaymentMethod {
    return this.entry(id).method
  }

  /** Throws for a payment method that its customer has removed. */
  verdict(id: string): Verdict {
    const { verdict, is_removed } = this.entry(id)
    if (!is_removed) return verdict
    throw invalid(`The provided PaymentMethod was detached from a Customer and may not be used again: ${id}.`)
  }

  private entry(id: string): Entry {
    const found = this.stored.get(id)
    if (!found) throw missing("payment_method", id)
    return found
  }
}
