import type { MedusaNextFunction, MedusaResponse } from "@medusajs/framework/http"
import type { HeldCart } from "../modules/bank/cart-locks"
import { refusalAnswer } from "./admin/agentic-commerce/problem-answer"

/** Longer than Medusa takes for any of it. */
const UNHEARD_MS = 60_000

/**
 * Lets Medusa answer once it is the request's turn, and ends the turn with the answer. Whoever waits for it in vain is
 * told 409. `turn` is undefined for what need not wait.
 */
export async function holdWhileAnswered(
  turn: Promise<HeldCart | undefined>,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  let held: HeldCart | undefined
  try {
    held = await turn
  } catch (thrown) {
    const { status, body } = refusalAnswer(thrown)
    res.status(status).json(body)
    return
  }
  if (!held) return next()
  if (res.closed) return held.release() // nobody waits for it any more, and nothing was begun
  releaseAfter(res, held)
  next()
}

/** Medusa goes on with a request also when its caller hangs up: what counts is that it has answered, heard or not. */
function releaseAfter(res: MedusaResponse, held: HeldCart): void {
  // What cannot be released now is free when its lease has run out.
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
