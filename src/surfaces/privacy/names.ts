import type { Subject } from "../../modules/policy/models/erasure"
import type { PersonName } from "../../queries/persons"

/** By which name somebody is asked for, and known again. */
export function nameIn(name: PersonName): Subject {
  return "email" in name
    ? { customer_id: null, email: name.email.toLowerCase() }
    : { customer_id: name.customer_id, email: null }
}
