import { z } from "@medusajs/framework/zod"

/**
 * The buyer's location and currency as hints in UCP bodies (UCP: context). Other members of the context are ignored.
 */
export const Context = z
  .looseObject({ address_country: z.string().max(10).optional(), currency: z.string().max(10).optional() })
  .optional()
type Context = z.infer<typeof Context>

/** Country and currency from a body's context, in upper case. */
export function buyerLocationIn(context: Context) {
  return { country: context?.address_country?.toUpperCase(), currency: context?.currency?.toUpperCase() }
}
