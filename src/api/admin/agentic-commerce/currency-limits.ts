import { z } from "@medusajs/framework/zod"
import { isCurrency } from "../../../domain/money"

/** A limit, in minor units. */
export const LimitAmount = z.int().min(1).max(1_000_000_000)

/** An uppercase ISO 4217 code. `setting` begins the error. */
export const currencyFor = (setting: string) =>
  z.string().refine(isCurrency, {
    error: ({ input }) => `${setting}: ${JSON.stringify(input)} is not an uppercase ISO 4217 currency`,
  })

/** Adds an error to the currency of each entry that an earlier one has already. `what` is an entry, in the error. */
export const refuseRepeatedCurrencies =
  (setting: string, what: string) =>
  (entries: readonly { readonly currency: string }[], context: z.RefinementCtx): void => {
    const seen = new Set<string>()
    entries.forEach(({ currency }, index) => {
      if (seen.has(currency))
        context.addIssue({
          code: "custom",
          path: [index, "currency"],
          message: `${setting}: ${currency} has more than one ${what}, and each currency must have only one`,
        })
      seen.add(currency)
    })
  }

/**
 * At most one limit for each of at most fifty currencies. Each has all these amounts, and no amount exceeds the next one.
 * The errors begin with `setting`.
 */
export function currencyLimits<Name extends string>(setting: string, names: readonly Name[]) {
  const amounts = Object.fromEntries(names.map((name) => [name, LimitAmount])) as Record<
    Name,
    typeof LimitAmount
  >
  const Limit = z
    .strictObject({ ...amounts, currency: currencyFor(setting) })
    .superRefine((limit, context) => refuseFalling(setting, names, limit as Record<Name, number>, context))
  const refuseRepeated = refuseRepeatedCurrencies(setting, "limit")
  return z
    .array(Limit)
    .max(50)
    .superRefine((limits, context) => refuseRepeated(limits as { currency: string }[], context))
}

function refuseFalling<Name extends string>(
  setting: string,
  names: readonly Name[],
  limit: Readonly<Record<Name, number>>,
  context: z.RefinementCtx
): void {
  names.slice(1).forEach((next, index) => {
    const name = names[index] as Name
    if (limit[name] <= limit[next]) return
    context.addIssue({
      code: "custom",
      path: [name],
      message: `${setting}: ${name} must not be more than ${next}`,
    })
  })
}
