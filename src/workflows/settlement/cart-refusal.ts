import { MedusaError } from "@medusajs/framework/utils"

const { INVALID_DATA, INVALID_ARGUMENT, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types

/** The types of Medusa's errors that are about the cart: missing stock, a product or a shipping option that is gone. */
const ABOUT_THE_CART: readonly string[] = [INVALID_DATA, INVALID_ARGUMENT, NOT_ALLOWED, NOT_FOUND]

/**
 * Whether Medusa refuses to make an order of a cart because of the cart itself, and would refuse it again. All other
 * errors are temporary failures of the database, a lock or a provider: they never end a payment.
 */
export const isRefusalOfCart = (error: unknown): error is MedusaError =>
  MedusaError.isMedusaError(error) && ABOUT_THE_CART.includes((error as MedusaError).type)
