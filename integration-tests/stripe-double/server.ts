import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Account } from "./account"
import { CONTROL_ROUTES } from "./control-routes"
import { executeCall } from "./execute-call"
import type { Answer } from "./idempotency"
import { matchRoute } from "./match-route"
import type { Endpoint } from "./webhooks"

/** A running double. */
export interface StripeDouble {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/** Starts Stripe's API, and the control routes, on a port of the loopback interface; 0 is any free port. */
export async function startDouble(port: number, endpoint?: Endpoint): Promise<StripeDouble> {
  const account = new Account(endpoint)
  const server = createServer((request, response) => {
    answer(account, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
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

async function answer(account: Account, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "/", "http://double")
  const method = request.method ?? "GET"
  const body = await textOf(request)
  if (pathname.startsWith("/_double/")) return write(response, await control(account, method, pathname, body))
  account.calls.push(`${method} ${pathname}`)
  const fault = account.faults.take(`${method} ${pathname}`)
  if (fault === "error") return write(response, OUT_OF_ORDER)
  const answered = executeCall(account, {
    ...{ method, path: pathname, text: method === "GET" ? search.slice(1) : body },
    key: request.headers.authorization?.replace(/^Bearer /, ""),
    idempotency_key: request.headers["idempotency-key"]?.toString(),
  })
  if (fault === "lost_answer") return void request.socket.destroy()
  write(response, answered)
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

function write(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}
