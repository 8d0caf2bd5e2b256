import { z } from "@medusajs/framework/zod"
import { Text } from "./text"

/** A postal address, as much of it as is known. */
export const address = {
  first_name: Text.optional(),
  last_name: Text.optional(),
  street_address: Text.optional(),
  extended_address: Text.optional(),
  address_locality: Text.optional(),
  address_region: Text.optional(),
  postal_code: Text.optional(),
  address_country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  phone_number: Text.optional(),
}

/** The same by itself. */
export const Address = z.strictObject(address)
