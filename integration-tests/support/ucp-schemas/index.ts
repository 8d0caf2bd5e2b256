import type { z } from "@medusajs/framework/zod"
import { cartResponse } from "./cart"
import { checkoutResponse, declined } from "./checkout"
import { errorEnvelope, refusal } from "./error"
import { lookupResponse } from "./lookup"
import { orderResponse } from "./order"
import { productResponse } from "./product"
import { PROFILES } from "./profile"
import { searchResponse } from "./search"
import type { Version } from "./version"

export { own } from "./own"
export { type Version, VERSIONS } from "./version"

const schemasOf = (version: Version) => ({
  profile: PROFILES[version],
  search: searchResponse(version),
  lookup: lookupResponse(version),
  product: productResponse(version),
  cart: cartResponse(version),
  checkout: checkoutResponse(version),
  /** The checkout of a payment that was declined at once, at HTTP 402. */
  declined: declined(version),
  order: orderResponse(version),
  /** The error envelope, at HTTP 200. */
  error: errorEnvelope(version),
  /** The error body of 4xx and 5xx. */
  refusal: refusal(version),
})

/** The responses of a store, by the name of the schema. */
export type ResponseName = keyof ReturnType<typeof schemasOf>

const SCHEMAS = {
  "2026-04-08": schemasOf("2026-04-08"),
  "2026-08-25": schemasOf("2026-08-25"),
} satisfies Record<Version, Record<ResponseName, z.ZodType>>

/**
 * What every response of a version must be, to the last member: `strict("2026-04-08").search.parse(body)`. A member
 * no store of ours has data for is refused as well as a misspelled one, and what the members say together must be true.
 */
export const strict = (version: Version): ReturnType<typeof schemasOf> => SCHEMAS[version]
