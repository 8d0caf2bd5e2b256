import type { Subject } from "../../modules/policy/models/erasure"
import type { PersonIdentifier } from "../../queries/customer/persons"

/** The person's identifier in the form in which erasures are stored: customer id, or email address in lower case. */
export function subjectOf(person: PersonIdentifier): Subject {
  return "email" in person
    ? { customer_id: null, email: person.email.toLowerCase() }
    : { customer_id: person.customer_id, email: null }
}
