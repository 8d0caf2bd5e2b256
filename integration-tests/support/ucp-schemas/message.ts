import { z } from "@medusajs/framework/zod"
import { WebUrl } from "./url"

/** A code in the format of the protocol's vocabulary. */
export const Code = z.string().regex(/^[a-z][a-z0-9_]*$/)

const about = {
  content: z.string().min(1),
  content_type: z.enum(["plain", "markdown"]).optional(),
  /** A JSONPath into the response. */
  path: z.string().startsWith("$").optional(),
}

const Error = z.strictObject({
  type: z.literal("error"),
  code: Code,
  severity: z.enum(["recoverable", "requires_buyer_input", "requires_buyer_review", "unrecoverable"]),
  ...about,
})

const Warning = z.strictObject({
  type: z.literal("warning"),
  code: Code,
  presentation: z.enum(["notice", "disclosure"]).optional(),
  image_url: WebUrl.optional(),
  url: WebUrl.optional(),
  ...about,
})

const Info = z.strictObject({ type: z.literal("info"), code: Code.optional(), ...about })

/** A message of a response to the agent or to the customer. */
export const Message = z.discriminatedUnion("type", [Error, Warning, Info])
export type Message = z.infer<typeof Message>

/** The messages of a failed response: at least one is an error. */
export const ErrorMessages = z
  .array(Message)
  .min(1)
  .refine((messages) => messages.some(({ type }) => type === "error"), "no message is an error")
