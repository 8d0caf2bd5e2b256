import type { MedusaContainer } from "@medusajs/framework/types"
import type { TestRun, TestStepNote } from "../../modules/policy/models/test-run"
import { policyOf } from "../../gateway/admission"
import { failed } from "./outcome"

/** The state that the steps of one test run share. */
export interface TestRunContext {
  readonly container: MedusaContainer
  readonly run: TestRun
  /** Aborted when the run exceeds its time limit. */
  readonly signal: AbortSignal
  /** Reports the progress of the current step. */
  report(note: TestStepNote): Promise<void>
  tokens: { readonly a2a: string; readonly ucp: string } | undefined
  payment: TestPayment | undefined
}

/** The payment of a test run. */
export interface TestPayment {
  readonly task_id: string
  readonly payment_id: string
  readonly sca_redirect_url: string
  readonly shop_order_id: number
}

/** The store's response; `body` is empty when it is not JSON. */
export interface StoreAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

interface StoreCall {
  readonly method?: string
  readonly token?: string | undefined
  readonly body?: object
}

const ANSWER_MS = 20_000

/** Calls the store at its public address, as an agent would. Throws the step's failure when there is no response. */
export async function callStore(
  { container, signal }: TestRunContext,
  path: string,
  { method = "POST", token, body }: StoreCall
): Promise<StoreAnswer> {
  const url = policyOf({ container }).options.base_url + path
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
  try {
    const answer = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: deadline,
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: jsonIn(await answer.text()) }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    const why = cause?.code ?? message
    throw failed("no_answer", `${url} does not answer (${why}).`, { data: { url, why }, advice: ADVICE })
  }
}

const ADVICE = "Check base_url, and that the store can reach this address itself."

function jsonIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
