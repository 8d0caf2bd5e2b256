import { z } from "@medusajs/framework/zod"
import { Currency } from "./schemas"

/** The query parameters that say where the buyer is. */
export const MARKET_PARAMETERS = {
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be an uppercase ISO 3166-1 alpha-2 code")
    .optional()
    .describe("The buyer's country: its region decides prices and taxes"),
  currency: Currency.optional().describe("The buyer's currency: of a region that sells in it"),
}
