import { MedusaError } from "@medusajs/framework/utils"

const { INVALID_DATA, INVALID_ARGUMENT, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types

/** The types of Medusa's errors about a cart or an order itself, such as missing stock or a fulfillment that has begun. */
const ABOUT_THE_SUBJECT: readonly string[] = [INVALID_DATA, INVALID_ARGUMENT, NOT_ALLOWED, NOT_FOUND]

/**
 * Medusa gives violated constraints and missing columns of its database the same types (`dbErrorMapper`), and links that a
 * failed completion has left.
 */
const OF_THE_DATABASE =
  /already exists\.$|^column |^Cannot set field |^You tried to set relationship |^Cannot create multiple links /

/** So does its workflow engine when it fails itself. Its error then hides the one that a step has thrown. */
const OF_THE_ENGINE =
  /^Updating Stat(e|us) from |^Transaction(Model)? .+ (could not be found|cannot be orchestrated)|^Cannot (revert a |skip a step |retry step |set step )/

/**
 * Whether Medusa refuses something because of the cart or the order itself, so that a repetition is refused, too. All
 * other errors, also Medusa's own about its database, its workflow engine or a lock, are temporary: they say nothing about
 * the subject and never end a payment, an order or a cancellation.
 */
export const isMedusaRefusal = (error: unknown): error is MedusaError => {
  if (!MedusaError.isMedusaError(error)) return false
  const { type, message } = error as MedusaError
  return ABOUT_THE_SUBJECT.includes(type) && !OF_THE_DATABASE.test(message) && !OF_THE_ENGINE.test(message)
}
