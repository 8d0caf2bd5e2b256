import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { issuesOf } from "../issues"

/** The id of a request. It is echoed in the response, also in a refusal. */
export type RpcId = string | number

const Id = z.union([z.string().max(255), z.int()], "must be a string of at most 255 characters or an integer")

/** A JSON-RPC 2.0 request, or a notification if it has no id (MCP: Base protocol, messages). */
const Message = z.object({
  jsonrpc: z.literal("2.0"),
  id: Id.optional(),
  method: z.string().min(1).max(255),
  params: z.record(z.string(), z.unknown()).default({}),
})
export type Message = z.infer<typeof Message>

/** The message in a body. Throws `invalid_request` for a batch, which MCP has not had since 2025-06-18. */
export function messageIn(body: unknown): Message {
  if (Array.isArray(body))
    throw problem(
      "invalid_request",
      {},
      "Batches are not supported. Send each message in a request of its own."
    )
  const message = Message.safeParse(body)
  if (message.success) return message.data
  throw problem("invalid_request", { issues: issuesOf(message.error) })
}

/** The id of a body that may be invalid otherwise, so that the client can match the error to its request. */
export function idIn(body: unknown): RpcId | null {
  return Id.safeParse((body as { id?: unknown } | null)?.id).data ?? null
}

/** Whether it is a notification, which gets no JSON-RPC response. */
export const isNotification = ({ id }: Message): boolean => id === undefined
