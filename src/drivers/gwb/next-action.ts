import { z } from "@medusajs/framework/zod"

/**
 * An http(s) URL for the customer's browser, without credentials. The host is restricted, because it becomes
 * part of a Content-Security-Policy, in which a semicolon would start another directive.
 */
const PageUrl = z
  .url()
  .max(4096)
  .regex(/^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?([/?#]|$)/i)

/** Rejects control characters and unpaired surrogates, which a form changes or PostgreSQL cannot store. */
const FormText = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u)

const MAX_FIELDS = 50
const MAX_CHARACTERS = 32_768

const Fields = z
  .record(FormText.min(1), FormText)
  .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, `must be at most ${MAX_FIELDS} fields`)
  .refine(
    (fields) => Object.entries(fields).flat().join("").length <= MAX_CHARACTERS,
    `must be at most ${MAX_CHARACTERS} characters together`
  )

const expires_at = z.iso.datetime({ offset: true }).nullable().default(null)

/** The next action in GWB/1. Everything except these two kinds is rejected. */
export const NextAction = z.discriminatedUnion("type", [
  z.object({ type: z.literal("redirect"), url: PageUrl, expires_at }),
  z.object({ type: z.literal("redirect_post"), url: PageUrl, fields: Fields, expires_at }),
])
