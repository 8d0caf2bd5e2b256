import type { MedusaResponse } from "@medusajs/framework/http"
import { problemIn } from "../../../domain/errors"

/** An answer that can be kept, and given again. */
export interface KeptAnswer {
  readonly status: number
  readonly body: object
}

const STATUS: Readonly<Record<string, number>> = {
  payment_not_found: 404,
  task_not_found: 404,
  bank_unavailable: 503,
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
 * A refusal of ours as Medusa's admin API tells one, in the refusal's own words: 404 for what does not exist, 409 for a key that is in use, 503 while
 * the bank is not to be reached, otherwise 400. Anything else is thrown on.
 */
export function refusalAnswer(thrown: unknown): KeptAnswer {
  const problem = problemIn(thrown)
  if (!problem) throw thrown
  const status = STATUS[problem.code] ?? 400
  return { status, body: { type: TYPE[status], code: problem.code, message: problem.message } }
}

/** Answers with what came of it, or with our own refusal. */
export async function answerWith(res: MedusaResponse, asked: Promise<KeptAnswer>): Promise<void> {
  const { status, body } = await asked.catch(refusalAnswer)
  res.status(status).json(body)
}
