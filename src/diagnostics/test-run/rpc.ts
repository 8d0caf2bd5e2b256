import { failed, surfaceOff } from "./outcome"
import { callStore, type TestRunContext } from "./test-run-context"

/** The fields of a task that a test run reads. */
export interface RpcTask {
  readonly task_id: string
  readonly state: string
  readonly artifacts: Readonly<Record<string, unknown>> & {
    readonly error?: { readonly code: string; readonly message: string }
  }
}

interface RpcError {
  readonly message: string
  readonly data?: { readonly code?: string; readonly issues?: readonly { readonly message: string }[] }
}

/** Calls a method of the A2A surface with the run's token. Throws the step's failure when the call is refused. */
export async function callAgent(context: TestRunContext, method: string, params: object): Promise<RpcTask> {
  const body = { jsonrpc: "2.0", id: 1, method, params }
  const token = context.tokens?.a2a
  const answer = await callStore(context, "/gw-a2a/v1/rpc", { token, body })
  const { result, error } = answer.body as { result?: RpcTask; error?: RpcError }
  if (result) return result
  if (answer.status === 503) throw surfaceOff("A2A")
  const why = error?.data?.issues?.[0]?.message ?? error?.message ?? `HTTP ${answer.status}`
  const data = { method, why, status: answer.status, error: error?.data?.code ?? null }
  throw failed("refused", `${method} was refused: ${why}`, { data, advice: ADVICE })
}

const ADVICE = "Check the store's log, and run npx gw-doctor."
