import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"
import { Account } from "./account"
import { readAccount, writeAccount } from "./account-file"
import { BROWSER_ROUTES } from "./browser-routes"
import { CONTROL_ROUTES } from "./control-routes"
import { executeCall } from "./execute-call"
import { fieldsIn } from "./fields"
import type { Answer } from "./idempotency"
import { matchRoute } from "./match-route"
import { StripeError } from "./stripe-error"
import type { Endpoint } from "./webhooks"

/** A running double. */
export interface StripeDouble {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/** The options of a double. */
export interface DoubleOptions {
  /** 0 is any free port. */
  readonly port: number
  readonly endpoint?: Endpoint | undefined
  /** The file in which the account outlives the process. Without it, the account is in memory only. */
  readonly file?: string | undefined
}

/** Starts Stripe's API, what browsers load, and the control routes, on a port of the loopback interface. */
export async function startDouble({ port, endpoint, file }: DoubleOptions): Promise<StripeDouble> {
  const account = new Account(endpoint)
  if (file) readAccount(account, file)
  const server = createServer((request, response) => {
    answer(account, request)
      .then((reply) => {
        if (file) writeAccount(account, file)
        if (!reply) return void request.socket.destroy()
        const { status, text, headers } = reply
        response.writeHead(status, headers).end(text)
      })
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const opened = (server.address() as AddressInfo).port
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${opened}`, port: opened, stop }
}

interface Reply {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** The response to a request. Undefined if the connection ends without one. */
async function answer(account: Account, request: IncomingMessage): Promise<Reply | undefined> {
  const { pathname: path, search } = new URL(request.url ?? "/", "http://double")
  const method = request.method ?? "GET"
  const body = await textOf(request)
  if (path.startsWith("/_double/")) return json(await control(account, method, path, body))
  const text = method === "GET" ? search.slice(1) : body
  const document = documentAt(account, method, path, text)
  if (document) return document
  account.calls.push(`${method} ${path}`)
  const fault = account.faults.take(`${method} ${path}`)
  if (fault?.kind === "error") return json(OUT_OF_ORDER)
  const answered = executeCall(account, {
    method,
    path,
    text,
    key: request.headers.authorization?.replace(/^Bearer /, ""),
    idempotency_key: request.headers["idempotency-key"]?.toString(),
  })
  if (fault?.kind === "late_answer") await setTimeout(fault.delay_ms)
  // Stripe.js calls the API from the store's page.
  return fault?.kind === "lost_answer" ? undefined : json(answered, { "access-control-allow-origin": "*" })
}

const OUT_OF_ORDER: Answer = {
  status: 500,
  body: { error: { type: "api_error", message: "An unknown error occurred." } },
}

async function control(account: Account, method: string, path: string, body: string): Promise<Answer> {
  const route = matchRoute(Object.keys(CONTROL_ROUTES), method, path)
  const handler = route && CONTROL_ROUTES[route.name]
  if (!handler) return { status: 404, body: { message: `no ${method} ${path}` } }
  const sent = body ? (JSON.parse(body) as object) : {}
  return { status: 200, body: (await handler(account, { ...sent, id: route.id })) ?? null }
}

/** What a browser loads. Undefined for other paths. */
function documentAt(account: Account, method: string, path: string, text: string): Reply | undefined {
  const route = matchRoute(Object.keys(BROWSER_ROUTES), method, path)
  const handler = route && BROWSER_ROUTES[route.name]
  if (!handler) return undefined
  try {
    const { type, text: content } = handler(account, route.id, fieldsIn(text))
    return { status: 200, text: content, headers: { "content-type": `${type}; charset=utf-8` } }
  } catch (error) {
    if (error instanceof StripeError) return json({ status: error.status, body: { error: error.body } })
    throw error
  }
}

function json({ status, body }: Answer, headers: Record<string, string> = {}): Reply {
  return { status, text: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}
