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

  /** Waits for a message at an address that satisfies `isLast`, and returns `until`; fails after `seconds`. */
  async waitFor(path: string, isLast: (one: Arrived) => boolean, seconds?: number): Promise<Arrived[]> {
    return eventually(async () => this.until(path, isLast), seconds)
  }

  /**
   * The messages at an address up to the first one that satisfies `isLast`, which later ones may already have followed.
   * Undefined while none satisfies it.
   */
  until(path: string, isLast: (one: Arrived) => boolean): Arrived[] | undefined {
    const all = this.arrived.filter((one) => one.path === path)
    const last = all.findIndex(isLast)
    return last < 0 ? undefined : all.slice(0, last + 1)
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
