import { MathBN, MedusaError } from "@medusajs/framework/utils"
import type { BigNumberInput } from "@medusajs/framework/types"
import { exponentOf, toDecimal, toMinor } from "../../domain/money"

/**
 * What a total is at the bank, in minor units. Tax can make Medusa's total finer than money is: the shopper is asked
 * for the nearest minor unit, which is also what the order shows.
 */
export function nearestMinor(total: BigNumberInput, currency: string): number {
  return toMinor(MathBN.convert(total).toFixed(exponentOf(currency)), currency)
}

/**
 * What a capture or refund is at the bank, in minor units. Throws MedusaError for one that is finer than money is,
 * unless it is all the `rest` of a total that was.
 */
export function movedMinor(amount: BigNumberInput, currency: string, rest: number): number {
  const nearest = nearestMinor(amount, currency)
  if (nearest === rest || MathBN.eq(amount, toDecimal(nearest, currency))) return nearest
  const message = `${MathBN.convert(amount)} is finer than ${currency} is: it has ${exponentOf(currency)} decimals.`
  throw new MedusaError(MedusaError.Types.INVALID_DATA, message)
}
