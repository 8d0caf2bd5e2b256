import { ERROR_CODES, type ErrorCode, problem } from "../../src/domain/errors"
import type { Call } from "../../src/gateway/call"
import type { Surface } from "../../src/gateway/surface"
import { a2aRpc } from "../../src/surfaces/a2a"
import { official } from "../../src/surfaces/a2a/dialects/official-dialect"
import { acp } from "../../src/surfaces/acp"
import { app } from "../../src/surfaces/app"
import { oauth } from "../../src/surfaces/oauth"
import { ucp } from "../../src/surfaces/ucp"
import { code, page, type Section } from "./page"

const TEXT = `It lists the codes of all errors that reject a request, and how each surface reports them. The same error
can have a more precise message or code, and [docs/a2a.md](../a2a.md), [docs/ucp.md](../ucp.md), [docs/acp.md](../acp.md),
[docs/app.md](../app.md) and [docs/oauth.md](../oauth.md) describe the members of the responses.`

/** What the surfaces read of a request to report its error. */
const CALL = {
  base_url: "https://store.example",
  request_id: "req_1",
  method: "POST",
  headers: {},
  container: { resolve: () => ({ options: {} }) },
} as unknown as Call

/** Each error with its message and how each surface reports it: the surfaces' own responses, without a store. */
export function errorsPage(): string {
  return page("Errors", TEXT, [messages(), a2aErrors(), restErrors()])
}

function messages(): Section {
  const rows = ERROR_CODES.map((name) => [
    code(name),
    problem(name).message,
    String(reportedBy(app, name).status),
  ])
  return {
    heading: "Codes",
    text: "The HTTP status is that of the customer app, of the bank's endpoints, and of A2A's URLs without JSON-RPC.",
    table: { columns: ["code", "message", "HTTP"], rows },
  }
}

interface Reported {
  readonly status: number
  readonly body: unknown
}

function reportedBy({ fail }: Pick<Surface, "fail">, name: ErrorCode): Reported {
  const { status, body } = fail(problem(name), undefined, CALL)
  if (typeof body !== "string") throw new Error(`${name}: the response is not a text.`)
  return { status, body: JSON.parse(body) }
}

interface RpcError {
  readonly error: { readonly code: number; readonly data: readonly [{ readonly reason: string }] }
}

function a2aErrors(): Section {
  const rpcOf = ({ status, body }: Reported) => `${(body as RpcError).error.code}, HTTP ${status}`
  const rows = ERROR_CODES.map((name) => {
    const latest = reportedBy(official("1.0"), name)
    const [{ reason }] = (latest.body as RpcError).error.data
    return [code(name), rpcOf(reportedBy(a2aRpc, name)), rpcOf(latest), code(reason)]
  })
  return {
    heading: "A2A",
    text: `The JSON-RPC error codes of the plugin's own dialect and of the official one (A2A 0.3 and 1.0), and the
      \`reason\` of the \`ErrorInfo\` in A2A 1.0.`,
    table: { columns: ["code", "own dialect", "official dialect", "reason in 1.0"], rows },
  }
}

interface UcpError {
  readonly messages: readonly [{ readonly code: string; readonly severity: string }]
}

interface AcpError {
  readonly code: string
  readonly type: string
}

function restErrors(): Section {
  const rows = ERROR_CODES.map((name) => {
    const [ofUcp, ofAcp, ofOAuth] = [ucp, acp, oauth].map((surface) => reportedBy(surface, name)) as [
      Reported,
      Reported,
      Reported,
    ]
    const [message] = (ofUcp.body as UcpError).messages
    const { code: acpCode, type } = ofAcp.body as AcpError
    return [
      code(name),
      `${ofUcp.status} ${code(message.code)}, ${message.severity}`,
      `${ofAcp.status} ${code(acpCode)}, ${type}`,
      `${ofOAuth.status} ${code((ofOAuth.body as { error: string }).error)}`,
    ]
  })
  return {
    heading: "UCP, ACP and OAuth",
    text: `The HTTP status and the protocol's code; for UCP also the severity, for ACP the type. ACP reports an unknown
      checkout session as \`session_not_found\`.`,
    table: { columns: ["code", "UCP", "ACP", "OAuth"], rows },
  }
}
