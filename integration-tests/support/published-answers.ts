import { deviationsOfCard, deviationsOfResponse } from "./a2a-schemas"
import { deviationsOfError } from "./a2a-schemas/errors"
import { deviationsOfNewCard, deviationsOfResult, isNewMethod, methodAt } from "./a2a-schemas/round-trip"
import { deviationsOfAnswer as deviationsOfAcp, deviationsOfTool as deviationsOfAcpTool } from "./acp-schemas"
import { deviationsOfEnvelope, deviationsOfMcp } from "./mcp-schemas"
import { deviationsOf as deviationsOfUcp, type Payload } from "./ucp-published-schemas"

/** A request, and the status of its answer. */
interface Exchange {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Undefined if it is not a text. */
  readonly body: string | undefined
  readonly status: number
}

const UCP: readonly [RegExp, Payload][] = [
  [/^POST \/gw-ucp\/v1\/catalog\/search$/, "search"],
  [/^POST \/gw-ucp\/v1\/catalog\/lookup$/, "lookup"],
  [/^POST \/gw-ucp\/v1\/catalog\/product$/, "product"],
  [/^\w+ \/gw-ucp\/v1\/carts(\/[^/]+(\/cancel)?)?$/, "cart"],
  [/^\w+ \/gw-ucp\/v1\/checkout-sessions(\/[^/]+(\/(cancel|complete))?)?$/, "checkout"],
  [/^\w+ \/gw-ucp\/v1\/orders\/[^/]+$/, "order"],
]
/** What each official tool of UCP's MCP binding returns. */
const UCP_TOOLS: Readonly<Record<string, Payload>> = {
  search_catalog: "search",
  lookup_catalog: "lookup",
  get_product: "product",
  ...toolsOf("cart", ["create", "get", "update", "cancel"]),
  ...toolsOf("checkout", ["create", "get", "update", "complete", "cancel"]),
  ...toolsOf("order", ["get", "cancel"]),
}

function toolsOf(payload: Payload, verbs: readonly string[]): Record<string, Payload> {
  return Object.fromEntries(verbs.map((verb) => [`${verb}_${payload}`, payload]))
}

/** Only answers of these addresses are read. */
const OF_PROTOCOLS = /^\/(gw-a2a|gw-ucp|gw-acp|\.well-known)\//
const UCP_PROFILE = /^\/\.well-known\/ucp(\/[\d-]+)?$/

function payloadOf({ method, path, status }: Exchange): Payload | undefined {
  if (UCP_PROFILE.test(path)) return status === 200 ? "profile" : undefined
  return UCP.find(([official]) => official.test(`${method} ${path}`))?.[1]
}

/** The members of an error that only clients get which do not name themselves, beside those of UCP. */
const OWN_MEMBERS = ["code", "message", "data", "content", "detail"]

/** The part of a response that has UCP's shape. */
function ucpPartOf({ status, headers }: Exchange, answer: object): object {
  if (status < 400 || headers.has("ucp-agent")) return answer
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !OWN_MEMBERS.includes(name)))
}

/** The parts of a tool call that say what its response must be, with any values. */
interface ToolCall {
  readonly method?: unknown
  readonly params?: {
    readonly name?: unknown
    readonly arguments?: { readonly meta?: { readonly api_version?: unknown } }
  }
}

/** A tool's response: its envelope, and the payload in it. A client that is asked to open a link gets no payload yet. */
function deviationsOfTool({ body }: Exchange, answer: object): string[] {
  const { method, params } = jsonIn(body ?? "") as ToolCall
  const { result } = answer as { result?: { resultType?: string; structuredContent?: object } }
  if (method !== "tools/call" || result?.resultType === "input_required") return []
  const name = String(params?.name)
  const payload = Object.hasOwn(UCP_TOOLS, name) ? UCP_TOOLS[name] : undefined
  const content = result?.structuredContent
  return [...deviationsOfEnvelope(answer), ...(payload && content ? deviationsOfUcp(payload, content) : [])]
}

/** The version of A2A that a request names, without a patch number. Empty if it names none. */
function namedVersionOf({ headers, query }: Exchange): string {
  const named = headers.get("a2a-version") || query.get("A2A-Version") || ""
  return named.replace(/^(\d+\.\d+)\.\d+$/, "$1")
}

/** Methods of the store's own dialect that A2A 0.3 has too. */
const SHARED = ["tasks/get", "tasks/cancel"]

/** The method of A2A 0.3 that a request calls. Undefined if the store reads the request in its own dialect. */
function methodOf(exchange: Exchange): string | undefined {
  const { method, params } = jsonIn(exchange.body ?? "") as { method?: unknown; params?: unknown }
  if (typeof method !== "string") return undefined
  const isOwn = SHARED.includes(method) && isOwnTask(Object(params) as object, namedVersionOf(exchange))
  return isOwn ? undefined : method
}

/** The own dialect names a task by `task_id`. It also gets a call without an id, unless that names a version. */
const isOwnTask = (params: object, named: string): boolean =>
  "task_id" in params || !("id" in params || named)

function jsonIn(text: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}

const MCP = /^\/gw-(ucp|a2a|acp)\/v1\/mcp$/
const CARD = "/.well-known/agent-card.json"
const RPC = "/gw-a2a/v1/rpc"
const REST = "/gw-a2a/v1/rest"

function deviationsOf(exchange: Exchange, answer: object): string[] {
  const { path, status, headers } = exchange
  if (MCP.test(path)) return exchange.method === "POST" ? deviationsOfMcpAnswer(exchange, answer) : []
  if (path === CARD || path.startsWith("/gw-a2a/")) return deviationsOfA2a(exchange, answer)
  if (path.startsWith("/gw-acp/") || path === "/.well-known/acp.json")
    return deviationsOfAcp(path, status, headers.get("api-version"), answer)
  const payload = payloadOf(exchange)
  return payload ? deviationsOfUcp(payload, ucpPartOf(exchange, answer)) : []
}

function deviationsOfMcpAnswer(exchange: Exchange, answer: object): string[] {
  const deviations = deviationsOfMcp(jsonIn(exchange.body ?? ""), answer)
  const { path } = exchange
  // The tools of A2A have no published schemas.
  if (path.startsWith("/gw-a2a/")) return deviations
  const ofTool = path.startsWith("/gw-acp/") ? deviationsOfAcpCall : deviationsOfTool
  return [...deviations, ...ofTool(exchange, answer)]
}

function deviationsOfAcpCall({ body }: Exchange, answer: object): string[] {
  const { method, params } = jsonIn(body ?? "") as ToolCall
  const version = params?.arguments?.meta?.api_version
  return method === "tools/call"
    ? deviationsOfAcpTool(typeof version === "string" ? version : null, answer)
    : []
}

/** A response, or one event of a stream. */
function deviationsOfA2a(exchange: Exchange, answer: object): string[] {
  const { method, path } = exchange
  const version = namedVersionOf(exchange)
  const isNew = version === "1.0"
  if (!["", "0.3", "1.0"].includes(version)) return []
  if ("error" in answer && path.startsWith(REST)) return deviationsOfError("rest", answer)
  // The store's own dialect has errors of its own, whatever version the client names.
  if ("error" in answer && isNew)
    return isNewMethod(methodOf(exchange)) ? deviationsOfError("rpc", answer) : []
  if (exchange.status >= 300) return []
  if (path === CARD) return isNew ? deviationsOfNewCard(answer) : deviationsOfCard(answer)
  if (path === RPC && !isNew) return deviationsOfResponse(methodOf(exchange), answer)
  if (path === RPC) return "result" in answer ? deviationsOfResult(methodOf(exchange), answer.result) : []
  return path.startsWith(REST) ? deviationsOfResult(methodAt(method, path.slice(REST.length)), answer) : []
}

const WATCHED = Symbol.for("published-answers")
let compared: Promise<string[]>[] = []
let streamed: string[] = []

/**
 * Compares each JSON answer of a protocol's own address with the protocol's published schemas, from now on, and each
 * event of A2A's streams when the test reads it.
 */
export function watchAnswers(): void {
  const send = globalThis.fetch
  if (Object.hasOwn(send, WATCHED)) return
  const watched: typeof fetch = async (input, init) => {
    const response = await send(input, init)
    const exchange = exchangeOf(input, init, response)
    if (!OF_PROTOCOLS.test(exchange.path)) return response
    const type = response.headers.get("content-type") ?? ""
    const isStream = type.startsWith("text/event-stream") && exchange.path.startsWith("/gw-a2a/")
    if (isStream) return watchEvents(exchange, response)
    if (/^application\/(a2a\+)?json\b/.test(type)) compared.push(compare(exchange, response.clone()))
    return response
  }
  globalThis.fetch = Object.assign(watched, { [WATCHED]: true })
}

/** The same response. A copy of its body would keep the connection open after the test has canceled the stream. */
function watchEvents(exchange: Exchange, response: Response): Response {
  if (!response.body) return response
  const decoder = new TextDecoder()
  let unread = ""
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const lines = (unread + decoder.decode(chunk, { stream: true })).split("\n")
        unread = lines.pop() ?? ""
        const events = lines.flatMap((line) => (line.startsWith("data: ") ? [jsonIn(line.slice(6))] : []))
        streamed.push(...events.flatMap((event) => named(exchange, deviationsOf(exchange, event))))
        controller.enqueue(chunk)
      },
    })
  )
  const watched = new Response(body, response)
  return Object.defineProperty(watched, "url", { value: response.url })
}

function exchangeOf(
  input: string | URL | Request,
  init: RequestInit | undefined,
  { url, status }: Response
): Exchange {
  const request = input instanceof Request ? input : undefined
  const { pathname, searchParams } = new URL(url)
  return {
    method: init?.method ?? request?.method ?? "GET",
    path: pathname,
    query: searchParams,
    headers: new Headers(init?.headers ?? request?.headers),
    body: typeof init?.body === "string" ? init.body : undefined,
    status,
  }
}

async function compare(exchange: Exchange, response: Response): Promise<string[]> {
  const answer = await readObject(response)
  return answer ? named(exchange, deviationsOf(exchange, answer)) : []
}

/** The deviations with the request whose answer has them. */
function named({ method, path, status, body }: Exchange, deviations: readonly string[]): string[] {
  const request = `${method} ${path}${body === undefined ? "" : ` ${body.slice(0, LONGEST_BODY)}`}`
  return deviations.map((found) => `${request} ${status}: ${found}`)
}

/** Characters of a request's body that identify the request of a deviation. */
const LONGEST_BODY = 500

/** Undefined if the body is not an object, or if the test has aborted it. */
async function readObject(response: Response): Promise<object | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === "object" && body !== null ? body : undefined
}

/** The deviations since the last call, each once, with their requests. */
export async function takeDeviations(): Promise<string[]> {
  const [since, events] = [compared, streamed]
  compared = []
  streamed = []
  return [...new Set([...(await Promise.all(since)).flat(), ...events])]
}
