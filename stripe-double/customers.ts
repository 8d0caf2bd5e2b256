import { newId } from "./intents"
import { missing } from "./stripe-error"

/** A customer, as Stripe's API shows it. */
export interface Customer {
  readonly id: string
  readonly object: "customer"
  readonly email: string | null
}

/** Customers. Their saved payment methods are in `PaymentMethods`. */
export class Customers {
  readonly stored = new Map<string, Customer>()

  create(email: string | null): Customer {
    const customer: Customer = { id: newId("cus"), object: "customer", email }
    this.stored.set(customer.id, customer)
    return customer
  }

  find(id: string): Customer {
    const customer = this.stored.get(id)
    if (!customer) throw missing("customer", id)
    return customer
  }
}
