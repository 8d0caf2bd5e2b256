import type { MedusaNextFunction, MedusaResponse } from "@medusajs/framework/http"
import type { LockedCart } from "../modules/bank/cart-locks"
import { refusalAnswer } from "./admin/agentic-commerce/problem-answer"

/** Longer than Medusa needs for any of these requests. */
const UNHEARD_MS = 60_000

/**
 * Lets Medusa handle the request when the lock `turn` is acquired, and releases the lock with the response. Responds
 * with 409 when the lock does not come free in time. `turn` resolves to undefined when no lock is needed.
 */
export async function drainRequests(
  turn: Promise<LockedCart | undefined>,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  let held: LockedCart | undefined
  try {
    held = await turn
  } catch (thrown) {
    const { status, body } = refusalAnswer(thrown)
    res.status(status).json(body)
    return
  }
  if (!held) return next()
  if (res.closed) return held.release() // the client has disconnected, and nothing has begun
  releaseAfter(res, held)
  next()
}

/**
 * Medusa continues a request after its client has disconnected, so the lock is released when Medusa ends the response,
 * even if the client does not receive it.
 */
function releaseAfter(res: MedusaResponse, held: LockedCart): void {
  // A lock that cannot be released now expires with its lease.
  const release = () => void held.release().catch(() => undefined)
  const end = res.end.bind(res)
  res.end = ((...answer: Parameters<typeof end>) => {
    release()
    return end(...answer)
  }) as typeof res.end
  res.once("close", () => {
    if (!res.writableEnded) setTimeout(release, UNHEARD_MS).unref()
  })
}
