import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { digest, newId } from "../../../domain/secrets"
import { once, PLAIN } from "../../../gateway/idempotency/execute-once"
import { json } from "../../../gateway/reply"
import { notAllowed, staffOf } from "./modules"
import { type StaffResponse, refusalAnswer } from "./problem-answer"

const WAIT_TIMEOUT_MS = 30_000

/**
 * Executes a request of the staff that moves money, once per `Idempotency-Key` if it has one. The response is stored
 * for seven days, so that a double click moves money once. `id` is the id of the operation at the bank; it stays the
 * same when a request is repeated after a crash. Server errors and lock timeouts are not stored, so a retry with the
 * same key executes again.
 */
export async function oncePerKey(
  req: AuthenticatedMedusaRequest<unknown>,
  operation: string,
  run: (id: string) => Promise<StaffResponse>
): Promise<StaffResponse> {
  const key = req.get("idempotency-key")
  if (key === undefined) return run(newId("op")).catch(refusalAnswer)
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw notAllowed("Idempotency-Key must be 1 to 255 visible ASCII characters.")
  const request_hash = digest(JSON.stringify([req.path, req.validatedBody]))
  const execution = {
    request: { owner: `staff ${staffOf(req)}`, operation, key, request_hash },
    encoding: PLAIN,
    wait_timeout_ms: WAIT_TIMEOUT_MS,
    run: (id: string) => run(id).then(asReply),
    refuse: (refusal: unknown) => asReply(refusalAnswer(refusal)),
  }
  return once(execution, newId("op"), req.scope).then(
    ({ answer: { status, body } }) => ({ status, body: JSON.parse(String(body)) as object }),
    refusalAnswer
  )
}

const asReply = ({ status, body }: StaffResponse) => json(body, status)
