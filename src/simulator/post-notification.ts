import type { Notification } from "./notification"

const TIMEOUT_MS = 10_000

/** The result of sending one message. `status` is null when there was no HTTP response. */
export interface Sent {
  jti: string
  status: number | null
  /** The error code in the merchant's response. */
  code?: string
  error?: string
}

/** Posts a notification once; never throws. */
export async function postNotification(
  url: string,
  { body, token, jti }: Notification,
  stop: AbortSignal
): Promise<Sent> {
  const signature: Record<string, string> = token === null ? {} : { "Gw-Signature": token }
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...signature },
      body,
      redirect: "manual",
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return { jti, status: response.status, ...codeIn(await response.text()) }
  } catch (error) {
    return { jti, status: null, error: reasonOf(error) }
  }
}

function codeIn(answer: string): { code?: string } {
  const code = /"code":\s*"(\w{1,64})"/.exec(answer)?.[1]
  return code ? { code } : {}
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : ""
  return cause || error.message
}
