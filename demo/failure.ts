/** A problem that the user can fix. Its message is one sentence and is printed without a stack. */
export class DemoFailure extends Error {
  override name = "DemoFailure"
}

/** The text to print for anything thrown: the sentence of a DemoFailure, otherwise the stack. */
export function describeFailure(error: unknown): string {
  if (error instanceof DemoFailure) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The system error code (`ENOENT`, `ECONNREFUSED`, a SQLSTATE, …) of anything thrown, or an empty string. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return typeof code === "string" ? code : ""
}

/**
 * The first line of an error's message. For an AggregateError (several addresses tried) it is that of the first
 * error.
 */
export function errorLine(error: unknown): string {
  if (error instanceof AggregateError) return errorLine(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split("\n")[0] ?? ""
}
