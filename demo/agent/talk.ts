import { DemoFailure, errorLine } from "../failure"

/** A busy machine needs long for the first payment of a store. */
const TIMEOUT_MS = 120_000

/** The optional parts of a request, with at most one body. */
export interface TalkOptions {
  json?: unknown
  form?: URLSearchParams
  headers?: Record<string, string>
}

/** A complete response. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Sends one request, and prints it with its response. Redirects are returned, not followed. */
export type Talk = (method: string, url: string, options?: TalkOptions) => Promise<Answer>

/** Creates a Talk that prints through `log`. Printed secrets and long bodies are truncated. */
export function talkThrough(log: (line: string) => void): Talk {
  return async (method, url, { json, form, headers } = {}) => {
    const body = form?.toString() ?? (json === undefined ? undefined : JSON.stringify(json))
    log(`    > ${method} ${shorten(url, 160)}`)
    if (body) log(`      ${shorten(body)}`)
    const answer = await send(url, { method, body, headers: { ...contentType(form, json), ...headers } })
    log(`    < ${answer.status} ${describe(answer)}`)
    return answer
  }
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    throw new DemoFailure(
      `${init.method} ${url} got no response (${errorLine(cause)}): is the store running?`
    )
  }
}

function contentType(form: unknown, json: unknown): Record<string, string> {
  if (form) return { "content-type": "application/x-www-form-urlencoded" }
  return json === undefined ? {} : { "content-type": "application/json" }
}

function describe({ status, headers, text }: Answer) {
  const location = headers.get("location")
  if (location) return `to ${shorten(location, 160)}`
  if (!headers.get("content-type")?.includes("html")) return shorten(text)
  return status < 400 ? "(a page)" : `(a page) ${shorten(pageText(text))}`
}

/** The visible text of a page. */
function pageText(html: string) {
  const body = html.replace(/<(head|style|script)\b[\s\S]*?<\/\1>/gi, "")
  return body
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
}

/** Truncates secrets in a text, and then the text itself, for the terminal. */
export function shorten(text: string, length = 300): string {
  const json = /("(?:\w*secret|\w*token|password|code|code_verifier)":")([^"]{0,6})[^"]*/g
  const form = /((?:^|[?&])(?:\w*secret|\w*token|password|code|code_verifier)=)([^&]{0,6})[^&]*/g
  const safe = text.replace(json, "$1$2…").replace(form, "$1$2…")
  return safe.length > length ? `${safe.slice(0, length)} … (${text.length} characters)` : safe
}
