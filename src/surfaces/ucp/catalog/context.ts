import { z } from "@medusajs/framework/zod"

/** Who asks and where, as UCP's bodies say it: hints, of which these are heard (UCP: context). */
export const Context = z
  .looseObject({ address_country: z.string().max(10).optional(), currency: z.string().max(10).optional() })
  .optional()
type Context = z.infer<typeof Context>

/** The buyer's whereabouts by a body's context. */
export function whereaboutsIn(context: Context) {
  return { country: context?.address_country?.toUpperCase(), currency: context?.currency?.toUpperCase() }
}
