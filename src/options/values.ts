import { z } from "@medusajs/framework/zod"

/**
 * An absolute http(s) URL without a trailing slash, so that paths can be appended and issuers compared byte for
 * byte.
 */
export const BaseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""))

/** The value of JSON text; a value that is not a text as it is. */
export function jsonOr(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== "string") return value
  try {
    return JSON.parse(value)
  } catch {
    context.addIssue({ code: "custom", message: "is not valid JSON" })
    return z.NEVER
  }
}

/** A private EC P-256 key as a JWK, given as an object or as JSON text. */
export const SigningKey = z.union([z.string().transform(jsonOr), z.unknown()]).pipe(
  z.looseObject({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  })
)
