import { MedusaError } from "@medusajs/framework/utils"
import { TEMPORARY_CODES } from "../domain/temporary-codes"

const { INVALID_DATA, INVALID_ARGUMENT, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types

/** The types of Medusa's errors about a cart or an order itself, such as missing stock or a fulfillment that has begun. */
const ABOUT_THE_SUBJECT: readonly string[] = [INVALID_DATA, INVALID_ARGUMENT, NOT_ALLOWED, NOT_FOUND]

/**
 * Medusa uses the same types for violated constraints and missing columns of its database (`dbErrorMapper`), and for links
 * that a failed completion has left.
 */
const OF_THE_DATABASE =
  /already exists\.$|^column |^Cannot set field |^You tried to set relationship |^Cannot create multiple links /

/** Medusa's workflow engine uses the same types for its own failures. Its error then hides the one that a step has thrown. */
const OF_THE_ENGINE =
  /^Updating Stat(e|us) from |^Transaction(Model)? .+ (could not be found|cannot be orchestrated)|^Cannot (revert a |skip a step |retry step |set step )|^Workflow (ID |with id )/

/** Medusa's payment module uses the same types if the provider does not report a session as authorized, for any reason. */
const OF_THE_PROVIDER = /^Session: (\S+) was not authorized with the provider/

/** The members of a `BankError`, whose class a workflow has stripped. */
interface BankCause {
  readonly code?: string
  readonly outcome?: string
}

const TEMPORARY = [OF_THE_DATABASE, OF_THE_ENGINE, OF_THE_PROVIDER]

/**
 * Whether Medusa refuses something because of the cart or the order itself, so that a repetition is refused, too. All
 * other errors, also Medusa's own about its database, its workflow engine, a provider or a lock, are temporary: they say
 * nothing about the subject and never end a payment, an order or a cancellation. So are errors whose cause is a bank call
 * that is executed later or has an unknown outcome.
 */
export const isMedusaRefusal = (error: unknown): error is MedusaError => {
  if (!MedusaError.isMedusaError(error)) return false
  const { type, message, cause } = error as MedusaError & { cause?: BankCause }
  if (cause?.outcome === "unknown" || TEMPORARY_CODES.includes(String(cause?.code))) return false
  return ABOUT_THE_SUBJECT.includes(type) && !TEMPORARY.some((text) => text.test(message))
}

/**
 * The refusal of a cart that Medusa completes only with another payment session than the paid one: its first session, which
 * is not paid. Any other error as it is.
 */
export function asRefusalOfSession(error: unknown, paid_session_id: string | null): unknown {
  const [, tried] = OF_THE_PROVIDER.exec((error as Error).message) ?? []
  if (!tried || tried === paid_session_id) return error
  return new MedusaError(
    NOT_ALLOWED,
    `Medusa completes the cart only with the unpaid payment session ${tried}`
  )
}
