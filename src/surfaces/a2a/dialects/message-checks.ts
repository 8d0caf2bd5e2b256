import { Message, type Part, Role } from "@a2a-js/sdk"
import { type Problem, problem } from "../../../domain/errors"

/** The error for a request member that is wrong. */
export function refused(path: string, message: string): Problem {
  return problem("invalid_params", { issues: [{ path, message }] })
}

/** A valid task id. Checked here because the SDK passes some parameters on unchecked. */
export function checkedId(id: unknown): string {
  if (isName(id, 255) && id) return id
  throw refused("id", "must have 1 to 255 characters")
}

/** How many messages of its history a task is returned with; undefined when unset (A2A 1.0 section 3.2.4). */
export function checkedHistoryLength(length: unknown): number | undefined {
  if (length === undefined || length === null) return undefined
  if (Number.isSafeInteger(length) && (length as number) >= 0) return length as number
  throw refused("historyLength", "must be an integer of at least 0")
}

/** A client's message with everything the protocol requires: its id, the user's role, and parts that have content. */
export function checkedMessage(message: Message | undefined): Message {
  if (!message?.messageId || !isName(message.messageId, 240))
    throw refused("message.messageId", "must have 1 to 240 characters")
  if (!isName(message.contextId, 255)) throw refused("message.contextId", "must have at most 255 characters")
  if (!isName(message.taskId, 255)) throw refused("message.taskId", "must have at most 255 characters")
  if (message.role !== Role.ROLE_USER) throw refused("message.role", "must be the role of the user")
  if (!message.parts.length) throw refused("message.parts", "must contain at least one part")
  const empty = message.parts.findIndex(({ content }) => !hasContent(content))
  if (empty >= 0) throw refused(`message.parts.${empty}`, "must have content")
  const misnamed = message.parts.findIndex(({ filename, mediaType }) => !areTexts([filename, mediaType]))
  if (misnamed >= 0)
    throw refused(`message.parts.${misnamed}`, "must have strings as its file name and media type")
  const invalid = message.parts.findIndex(({ metadata }) => !isObjectOrNone(metadata))
  if (invalid >= 0) throw refused(`message.parts.${invalid}.metadata`, "must be an object")
  if (!isObjectOrNone(message.metadata)) throw refused("message.metadata", "must be an object")
  checkMediaTypes(message)
  if (!areTexts(message.extensions)) throw refused("message.extensions", "must contain only strings")
  if (!areTexts(message.referenceTaskIds))
    throw refused("message.referenceTaskIds", "must contain only strings")
  if (!isShallow(Message.toJSON(message)))
    throw refused("message", `must be nested at most ${DEEPEST} levels deep`)
  return message
}

/** The SDK passes some 0.3 members on unchecked. They must have a form that it can read again from the database. */
function hasContent(content: Part["content"]): boolean {
  if (content?.$case === "text" || content?.$case === "url") return typeof content.value === "string"
  return (content?.value ?? undefined) !== undefined
}

/** The media types of files that a message may carry. Files are stored with the message, and no skill reads them. */
const MEDIA_TYPES = ["application/json", "text/plain"]

/** Throws `content_type_not_supported` (A2A 1.0 section 3.3.2) for a file whose media type is not one of them. */
function checkMediaTypes({ parts }: Message): void {
  const part = parts.findIndex(({ content, mediaType }) => {
    const isFile = content?.$case === "raw" || content?.$case === "url"
    return isFile && mediaType !== "" && !MEDIA_TYPES.includes(bareTypeOf(mediaType))
  })
  if (part < 0) return
  const data = { path: `message.parts.${part}`, media_type: parts[part]?.mediaType, supported: MEDIA_TYPES }
  throw problem("content_type_not_supported", data)
}

/** A media type without its parameters. */
const bareTypeOf = (mediaType: string): string => (mediaType.split(";")[0] ?? "").trim().toLowerCase()

const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === "string")

const isObjectOrNone = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "object" && !Array.isArray(value))

function isName(text: unknown, length: number): text is string {
  return typeof text === "string" && text.length <= length
}

/** The deepest nesting that is accepted, to protect the database and recursive code. */
const DEEPEST = 50

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return true
  return depth < DEEPEST && Object.values(value).every((member) => isShallow(member, depth + 1))
}
