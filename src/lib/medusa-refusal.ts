import { MedusaError } from "@medusajs/framework/utils"

const { INVALID_DATA, INVALID_ARGUMENT, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types

/** The types of Medusa's errors about a cart or an order itself, such as missing stock or a fulfillment that has begun. */
const ABOUT_THE_SUBJECT: readonly string[] = [INVALID_DATA, INVALID_ARGUMENT, NOT_ALLOWED, NOT_FOUND]

/**
 * Whether Medusa refuses something because of the cart or the order itself, so that a repetition is refused, too. All
 * other errors, also Medusa's own about its database or a lock, are temporary: they say nothing about the subject and
 * never end a payment, an order or a cancellation.
 */
export const isMedusaRefusal = (error: unknown): error is MedusaError =>
  MedusaError.isMedusaError(error) && ABOUT_THE_SUBJECT.includes((error as MedusaError).type)
