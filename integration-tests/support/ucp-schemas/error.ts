import { z } from "@medusajs/framework/zod"
import { failed } from "./envelope"
import { Code, ErrorMessages } from "./message"
import { WebUrl } from "./url"
import type { Version } from "./version"

/** What HTTP 200 carries when there is no resource to give: the protocol's own error, and nothing beside it. */
export const errorEnvelope = (version: Version) =>
  z.strictObject({ ucp: failed(version), messages: ErrorMessages, continue_url: WebUrl.optional() })

/** What the protocol has a word of its own for, in its messages. */
const WORDS: Record<string, string> = {
  unauthorized: "identity_required",
  scope_denied: "insufficient_scope",
}

/** One sentence, where each reader looks for it. */
export const sentences = { message: z.string().min(1), content: z.string(), detail: z.string() }

export const isOneSentence = ({ message, content, detail }: Record<keyof typeof sentences, string>) =>
  content === message && detail === message

/** What 4xx and 5xx carry: every reader finds the same code and the same sentence where it looks for them. */
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
