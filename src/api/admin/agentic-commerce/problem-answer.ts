import type { MedusaResponse } from "@medusajs/framework/http"
import { problemIn } from "../../../domain/errors"

/** A response of a staff route. */
export interface StaffResponse {
  readonly status: number
  readonly body: object
}

const STATUS: Readonly<Record<string, number>> = {
  payment_not_found: 404,
  task_not_found: 404,
  bank_unavailable: 503,
  earlier_call_open: 503,
  request_in_progress: 409,
  idempotency_conflict: 409,
}
const TYPE: Readonly<Record<number, string>> = {
  404: "not_found",
  400: "not_allowed",
  409: "conflict",
  503: "unavailable",
}

/**
 * Converts a problem to a response in the format of Medusa's admin API, with the problem's message: 404 for what does
 * not exist, 409 for a key or lock in use, 503 while the bank does not respond, otherwise 400. Rethrows any other
 * error.
 */
export function refusalAnswer(thrown: unknown): StaffResponse {
  const problem = problemIn(thrown)
  if (!problem) throw thrown
  const status = STATUS[problem.code] ?? 400
  return { status, body: { type: TYPE[status], code: problem.code, message: problem.message } }
}

/** Responds with the result, or with the problem that was thrown. */
export async function answerWith(res: MedusaResponse, response: Promise<StaffResponse>): Promise<void> {
  const { status, body } = await response.catch(refusalAnswer)
  res.status(status).json(body)
}
