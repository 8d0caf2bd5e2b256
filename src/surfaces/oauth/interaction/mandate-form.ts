import { type CardCharges, lowered, type LowerLimits } from "../../../domain/card-mandate"
import { toMinor } from "../../../domain/money"

/** The names of a mandate's fields in the consent form. Amounts are in major units, the end is a date. */
export const fieldsOf = (currency: string) => ({
  max_per_charge: `max_per_charge_${currency}`,
  max_per_month: `max_per_month_${currency}`,
  expires_on: `expires_on_${currency}`,
})

/**
 * The mandates as the person has entered them. Undefined for an entry that is no amount or date, or above the offered
 * limit. Absent fields leave the offered limit.
 */
export function mandatesIn(
  form: Readonly<Record<string, unknown>>,
  offered: readonly CardCharges[] | null
): readonly CardCharges[] | null | undefined {
  if (!offered) return null
  const changes = offered.map((mandate) => changeIn(form, mandate))
  if (!changes.every((change) => change !== undefined)) return undefined
  const { mandates, raised } = lowered(offered, changes)
  return raised.length ? undefined : mandates
}

function changeIn(form: Readonly<Record<string, unknown>>, mandate: CardCharges): LowerLimits | undefined {
  const { currency } = mandate
  const names = fieldsOf(currency)
  try {
    return {
      currency,
      max_per_charge: amountIn(form[names.max_per_charge], currency) ?? mandate.max_per_charge,
      max_per_month: amountIn(form[names.max_per_month], currency) ?? mandate.max_per_month,
      expires_at: endIn(form[names.expires_on], mandate),
    }
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

/** "12,50" EUR -> 1250. Throws RangeError for text that is no amount. */
function amountIn(text: unknown, currency: string): number | undefined {
  if (text === undefined) return undefined
  const amount = toMinor(String(text).trim().replace(",", "."), currency)
  if (amount < 0) throw new RangeError(`negative amount: ${amount}`)
  return amount
}

/** The end of the day (UTC), or the offered end on its own day. Throws RangeError for text that is no date. */
function endIn(text: unknown, { expires_at }: CardCharges): string {
  const day = text === undefined ? expires_at.slice(0, 10) : String(text).trim()
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new RangeError(`not a date: ${day}`)
  return day === expires_at.slice(0, 10) ? expires_at : new Date(`${day}T23:59:59.999Z`).toISOString()
}
