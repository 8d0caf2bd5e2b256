import { MathBN, MedusaError } from "@medusajs/framework/utils"
import type { BigNumberInput } from "@medusajs/framework/types"
import { exponentOf, toDecimal } from "../../domain/money"
import { decimalOf, toMinorUnits } from "../../lib/minor-units"

/**
 * The amount of a capture or refund in minor units. Throws MedusaError if it has more digits than the currency,
 * unless it rounds to `rest`, the whole remaining amount.
 */
export function movedMinor(amount: BigNumberInput, currency: string, rest: number): number {
  const nearest = toMinorUnits(amount, currency)
  const decimal = decimalOf(amount)
  if (nearest === rest || MathBN.eq(decimal, toDecimal(nearest, currency))) return nearest
  const message = `${decimal} is finer than ${currency} is: it has ${exponentOf(currency)} decimals.`
  throw new MedusaError(MedusaError.Types.INVALID_DATA, message)
}
