import { type Message, Role } from "@a2a-js/sdk"
import { type Problem, problem } from "../../../domain/errors"

/** A member of the request that is wrong. */
export function refused(path: string, message: string): Problem {
  return problem("invalid_params", { issues: [{ path, message }] })
}

/** How many messages of its history a task is to be told with; all when undefined (A2A 1.0 section 3.2.4). */
export function checkedHistoryLength(length: unknown): number | undefined {
  if (length === undefined || length === null) return undefined
  if (Number.isSafeInteger(length) && (length as number) >= 0) return length as number
  throw refused("historyLength", "must not be negative")
}

/** A client's message with what the protocol demands of it: its id, a user's role, and parts that hold something. */
export function checkedMessage(message: Message | undefined): Message {
  if (!message?.messageId || message.messageId.length > 240)
    throw refused("message.messageId", "1 to 240 characters")
  if (message.role !== Role.ROLE_USER) throw refused("message.role", "must be the user's")
  if (message.contextId.length > 255) throw refused("message.contextId", "at most 255 characters")
  if (!message.parts.length) throw refused("message.parts", "at least one")
  const empty = message.parts.findIndex(({ content }) => content?.value === undefined)
  if (empty >= 0) throw refused(`message.parts.${empty}`, "has no content")
  return message
}
