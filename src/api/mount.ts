import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { type Problem, problem, problemIn } from "../domain/errors"
import { rateLimitHeaders } from "../domain/rate-limit"
import { logOf } from "../lib/log"
import type { Call } from "../gateway/call"
import { corsHeaders } from "../gateway/cors"
import { countAtGates } from "../gateway/gate-counts"
import { issuesOf, membersOf } from "../gateway/issues"
import type { AnyOperation, Operation } from "../gateway/operation"
import type { Reply } from "../gateway/reply"
import type { ParsedRequest, Surface } from "../gateway/surface"
import { BodyAborted } from "./body"
import { callOf } from "./call"
import { send } from "./send"

type Handler = (req: MedusaRequest, res: MedusaResponse) => Promise<void>

/**
 * Binds an operation of a surface to a URL: read, gates, validate, run, write. An error in any step is sent once, in
 * the surface's error format. A request whose client has disconnected before it was complete runs nothing. Every route
 * outside `/admin` is created by this function.
 */
export function mount(surface: Surface, endpoint: AnyOperation): Handler {
  return async function mounted(req, res) {
    const call = await callOf(req, res).catch(unlessAborted)
    if (!call) return noteAborted(req)
    const answered = await answer(surface, endpoint, call)
    // An error response is sent even when the settings for CORS cannot be read.
    const cors = await corsHeaders(call, surface).catch(() => ({}))
    await send(res, { ...answered, headers: { ...cors, ...answered.headers } })
  }
}

/** Adds the rate limit headers of a call that the rate limit gate has counted or refused. Other responses have none. */
function withLimits(answered: Reply, { usage, admission }: Call): Reply {
  if (!usage || !admission) return answered
  return { ...answered, headers: { ...rateLimitHeaders(usage, admission.limits), ...answered.headers } }
}

function unlessAborted(thrown: unknown): undefined {
  if (!(thrown instanceof BodyAborted)) throw thrown
}

/** One line without a stack, below a warning: clients disconnect all the time, and can do so on purpose. */
function noteAborted({ scope, method, originalUrl }: MedusaRequest): void {
  const [path = ""] = originalUrl.split("?")
  logOf(scope).info(`${method} ${path}: ${new BodyAborted().message}`)
}

async function answer(surface: Surface, endpoint: AnyOperation, call: Call): Promise<Reply> {
  let request: ParsedRequest | undefined
  const limited = (answered: Reply) => withLimits(answered, request?.call ?? call)
  try {
    request = surface.read(call, endpoint)
    const contained = request.call ?? call
    await passGates(surface, request, contained)
    if (request.refused) throw request.refused
    return limited(surface.write(await run(request, contained), request, contained))
  } catch (thrown) {
    const problem = problemIn(thrown) ?? unforeseen(thrown, request?.call ?? call)
    return limited(surface.fail(problem, request, request?.call ?? call))
  }
}

async function passGates(surface: Surface, request: ParsedRequest, call: Call): Promise<void> {
  if (!surface.gates.length) return
  try {
    for (const gate of surface.gates) await gate(call, request, surface)
    countAtGates(surface.name, "admitted")
  } catch (thrown) {
    countAtGates(surface.name, problemIn(thrown)?.code ?? "internal_error")
    throw thrown
  }
}

function run(request: ParsedRequest, call: Call): Promise<unknown> {
  const operation: Operation = request.operation as AnyOperation & Operation
  const parsed = operation.input.safeParse(request.input)
  if (parsed.success) return (request.run ?? operation.run)(parsed.data, call)
  throw problem("invalid_params", { issues: issuesOf(parsed.error, membersOf(operation.input)) })
}

/** The client receives only the request id; the log has the error. */
function unforeseen(thrown: unknown, call: Call): Problem {
  const error = thrown instanceof Error ? thrown : new Error(JSON.stringify(thrown))
  logOf(call.container).error(`${call.method} ${call.path}: ${error.message}`, error)
  return problem("internal_error", { request_id: call.request_id })
}
