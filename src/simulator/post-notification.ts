import type { Notification } from "./notification"

const TIMEOUT_MS = 10_000

/** What came of one message. `status` is null when there was no HTTP answer. */
export interface Sent {
  jti: string
  status: number | null
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
    await response.body?.cancel()
    return { jti, status: response.status }
  } catch (error) {
    return { jti, status: null, error: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : ""
  return cause || error.message
}
