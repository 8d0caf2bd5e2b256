import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { eventually } from "./agent"

/** A message as it arrived. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** What it was answered. */
  readonly status: number
}

/** An agent's own server, which is told things; it answers 200, or what is next for the address in `answers`. */
export class Receiver {
  readonly arrived: Arrived[] = []
  /** The statuses of the next answers at an address. */
  readonly answers = new Map<string, number[]>()
  /** For how many seconds what is not taken at an address shall wait. */
  readonly pauses = new Map<string, number>()
  /** Where nothing is answered at all. */
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

  /** An address of it. */
  at(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
  }

  /** Lets what arrives at an address wait for its answer, until the function returned is called. */
  hold(path: string): () => void {
    let release = () => {}
    this.held.set(path, new Promise((resolve) => (release = resolve)))
    return release
  }

  /** What arrived at an address, once the last of it is what is awaited. */
  async heard(path: string, isLast: (last: Arrived) => boolean, seconds = 30): Promise<Arrived[]> {
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
