import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { freePort } from "../../demo/ports"

const SLOW_MS = 10_000

/** Fifty receivers on this machine: one that takes ten seconds to answer, one where nobody listens, and healthy ones. */
export class Receivers {
  /** When each delivery to a healthy one has arrived, in milliseconds since 1970, by address and event. */
  readonly arrived = new Map<string, number>()
  private readonly servers: Server[] = []
  readonly urls: string[] = []
  /** The last two of the addresses. */
  readonly slow: string
  readonly dead: string

  private constructor(urls: readonly string[], dead: string) {
    this.urls = [...urls, dead]
    this.slow = urls.at(-1) ?? ""
    this.dead = dead
  }

  static async listen(count: number): Promise<Receivers> {
    const servers = Array.from({ length: count - 1 }, () => createServer())
    const urls = await Promise.all(servers.map(listening))
    const receivers = new Receivers(urls, `http://127.0.0.1:${await freePort()}/hook`)
    receivers.servers.push(...servers)
    servers.forEach((server, n) => receivers.answer(server, urls[n] ?? ""))
    return receivers
  }

  close(): void {
    for (const server of this.servers) {
      server.closeAllConnections()
      server.close()
    }
  }

  private answer(server: Server, url: string): void {
    const isSlow = url === this.slow
    server.on("request", (request, response) => {
      const key = `${url} ${String(request.headers["webhook-id"])}`
      if (!isSlow && !this.arrived.has(key)) this.arrived.set(key, Date.now())
      request.resume().on("end", () => setTimeout(() => response.end(), isSlow ? SLOW_MS : 0))
    })
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}
