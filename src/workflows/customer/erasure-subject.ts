import type { Subject } from "../../modules/policy/models/erasure"
import type { PersonName } from "../../queries/customer/persons"

/** The person's identifier in the form in which erasures are stored: customer id, or email address in lower case. */
export function nameIn(name: PersonName): Subject {
  return "email" in name
    ? { customer_id: null, email: name.email.toLowerCase() }
    : { customer_id: name.customer_id, email: null }
}
