import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { eventually } from "./agent"

/** A message as it arrived. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The status of the response. */
  readonly status: number
}

/**
 * An agent's HTTP server for webhooks and push notifications. It responds with 200, or with the next status for
 * the address in `answers`.
 */
export class Receiver {
  readonly arrived: Arrived[] = []
  /** The statuses of the next responses at an address. */
  readonly answers = new Map<string, number[]>()
  /** The `retry-after` of error responses at an address, in seconds. */
  readonly pauses = new Map<string, number>()
  /** Paths at which the server never responds. */
  readonly silent = new Set<string>()
  private readonly held = new Map<string, Promise<void>>()
  private readonly server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk))
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request
      const status = this.answers.get(path)?.shift() ?? 200
      if (this.silent.has(path)) return
      this.arrived.push({ method, path, headers, body, status })
      const pause = this.pauses.get(path)
      const headers_back = {
        ...(status === 307 && { location: "/elsewhere" }),
        ...(pause && status >= 400 && { "retry-after": String(pause) }),
      }
      const answer = () => response.writeHead(status, headers_back).end("ok")
      void (this.held.get(path) ?? Promise.resolve()).then(answer)
    })
  })

  static async listen(): Promise<Receiver> {
    const receiver = new Receiver()
    await new Promise<void>((resolve) => receiver.server.listen(0, "127.0.0.1", resolve))
    return receiver
  }

  /** The full URL of a path. */
  at(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
  }

  /** Delays the responses at an address until the returned function is called. */
  hold(path: string): () => void {
    let release = () => {}
    this.held.set(path, new Promise((resolve) => (release = resolve)))
    return release
  }

  /** The messages at an address, as soon as the last one satisfies `isLast`; fails after `seconds`. */
  async waitFor(path: string, isLast: (last: Arrived) => boolean, seconds?: number): Promise<Arrived[]> {
    return eventually(async () => {
      const all = this.arrived.filter((one) => one.path === path)
      const last = all.at(-1)
      return last && isLast(last) ? all : undefined
    }, seconds)
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
