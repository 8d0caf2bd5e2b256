import { z } from "@medusajs/framework/zod"
import { failed } from "./envelope"
import { Code, ErrorMessages } from "./message"
import { WebUrl } from "./url"
import type { Version } from "./version"

/** The body of HTTP 200 without a resource: only the protocol's own error. */
export const errorEnvelope = (version: Version) =>
  z.strictObject({ ucp: failed(version), messages: ErrorMessages, continue_url: WebUrl.optional() })

/** The error codes of the protocol's own vocabulary. */
const WORDS: Record<string, string> = {
  unauthorized: "identity_required",
  scope_denied: "insufficient_scope",
}

/** One sentence, in the member that each reader expects. */
export const sentences = { message: z.string().min(1), content: z.string(), detail: z.string() }

export const isOneSentence = ({ message, content, detail }: Record<keyof typeof sentences, string>) =>
  content === message && detail === message

/** The body of 4xx and 5xx: the same code and sentence in the members that each reader expects. */
export const refusal = (version: Version) =>
  z
    .strictObject({
      code: Code,
      ...sentences,
      data: z.looseObject({ status: z.int().min(400).max(599) }),
      ucp: failed(version),
      messages: ErrorMessages,
      continue_url: WebUrl.optional(),
    })
    .refine(isOneSentence, "the sentence is not the same for every reader")
    .refine(
      ({ code, messages }) =>
        messages.some((one) => one.type === "error" && one.code === (WORDS[code] ?? code)),
      "no message has the code"
    )
