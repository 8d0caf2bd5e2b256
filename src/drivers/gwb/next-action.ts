import { z } from "@medusajs/framework/zod"

/**
 * An http(s) address for the shopper's browser, without credentials. Its host must be a plain one: it goes into a
 * Content-Security-Policy, where the semicolon that URLs allow in a host would begin another directive.
 */
const PageUrl = z
  .url()
  .max(4096)
  .regex(/^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?([/?#]|$)/i)

/** What a form cannot carry unchanged, and PostgreSQL not store: control characters and halves of characters. */
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

/** Where GWB/1 sends the shopper. Anything that is not exactly one of the two kinds is refused. */
export const NextAction = z.discriminatedUnion("type", [
  z.object({ type: z.literal("redirect"), url: PageUrl, expires_at }),
  z.object({ type: z.literal("redirect_post"), url: PageUrl, fields: Fields, expires_at }),
])
