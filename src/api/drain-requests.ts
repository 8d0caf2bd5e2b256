import type { MedusaNextFunction, MedusaResponse } from "@medusajs/framework/http"
import type { LockedCart } from "../modules/bank/cart-locks"
import { refusalAnswer } from "./admin/agentic-commerce/problem-answer"

/** Longer than Medusa needs for any of these requests. */
const MAX_REQUEST_MS = 60_000

/**
 * Lets Medusa handle the request once `acquiring` has resolved to a lock, and releases the lock with the response.
 * Responds with 409 when the lock does not come free in time. `acquiring` resolves to undefined when no lock is needed.
 */
export async function drainRequests(
  acquiring: Promise<LockedCart | undefined>,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  let lock: LockedCart | undefined
  try {
    lock = await acquiring
  } catch (thrown) {
    const { status, body } = refusalAnswer(thrown)
    res.status(status).json(body)
    return
  }
  if (!lock) return next()
  if (res.closed) return lock.release() // the client has disconnected, and nothing has begun
  releaseAfter(res, lock)
  next()
}

/**
 * Medusa continues a request after its client has disconnected, so the lock is released when Medusa ends the response,
 * even if the client does not receive it.
 */
function releaseAfter(res: MedusaResponse, lock: LockedCart): void {
  // A lock that cannot be released now expires with its lease.
  const release = () => void lock.release().catch(() => undefined)
  const end = res.end.bind(res)
  res.end = ((...answer: Parameters<typeof end>) => {
    release()
    return end(...answer)
  }) as typeof res.end
  res.once("close", () => {
    if (!res.writableEnded) setTimeout(release, MAX_REQUEST_MS).unref()
  })
}
