import type { ErrorCode, ErrorData, Problem } from "../../../domain/errors"
import { OFFICIAL_ERRORS } from "../a2a-errors"
import type { Version } from "./a2a-version"

/**
 * The `error` member of a response to an official method. In 0.3 its `data` is free-form, in 1.0 a list of typed
 * details.
 */
export function errorBody(
  { code, message, data }: Pick<Problem, "code" | "message" | "data">,
  version: Version
) {
  const details = version === "1.0" ? detailsOf(code, data) : { code, ...data }
  return { code: OFFICIAL_ERRORS[code].rpc, message, data: details }
}

const TYPE = "type.googleapis.com/google.rpc"
const OFFICIAL_DOMAIN = "a2a-protocol.org"
/** The domain of reasons that the protocol does not define. */
const OUR_DOMAIN = "gw-a2a"

/** The reasons that the protocol defines (A2A 1.0 section 5.4). */
const OFFICIAL_REASONS: Partial<Record<ErrorCode, string>> = {
  task_not_found: "TASK_NOT_FOUND",
  task_not_cancelable: "TASK_NOT_CANCELABLE",
  content_type_not_supported: "CONTENT_TYPE_NOT_SUPPORTED",
  push_not_supported: "PUSH_NOTIFICATION_NOT_SUPPORTED",
  unsupported_operation: "UNSUPPORTED_OPERATION",
  version_not_supported: "VERSION_NOT_SUPPORTED",
}

/** The details of an error in 1.0: an ErrorInfo (section 9.5), and a BadRequest when the wrong members are known. */
export function detailsOf(code: ErrorCode, { issues, ...data }: ErrorData): object[] {
  const reason = OFFICIAL_REASONS[code]
  const info = {
    "@type": `${TYPE}.ErrorInfo`,
    reason: reason ?? code.toUpperCase(),
    domain: reason ? OFFICIAL_DOMAIN : OUR_DOMAIN,
    metadata: { code, ...textsOf(data) },
  }
  if (!Array.isArray(issues)) return [info]
  const fieldViolations = (issues as { path: string; message: string }[]).map(({ path, message }) => ({
    field: path,
    description: message,
  }))
  return [info, { "@type": `${TYPE}.BadRequest`, fieldViolations }]
}

/** The metadata of an ErrorInfo contains strings only. */
function textsOf(data: ErrorData): Record<string, string> {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))
  const details = Object.entries(data).filter(([, value]) => value !== undefined)
  return Object.fromEntries(details.map(([name, value]) => [name, text(value)]))
}
