import type { MedusaResponse } from "@medusajs/framework/http"
import type { HeldCart } from "../modules/bank/cart-locks"

/** Longer than Medusa takes for any of it. */
const UNHEARD_MS = 60_000

/** Medusa goes on with a request also when its caller hangs up: what counts is that it has answered, heard or not. */
export function releaseAfter(res: MedusaResponse, held: HeldCart): void {
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
