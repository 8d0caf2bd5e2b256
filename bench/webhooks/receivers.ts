import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../demo/ports"

const SLOW_MS = 10_000

/** A received event, and its time in milliseconds since 1970. */
export interface Arrival {
  readonly id: string
  readonly at: number
}

/** Receivers on this machine: one that takes ten seconds to respond, one that does not listen, and healthy ones. */
export class Receivers {
  /** The events at healthy receivers since the last `forget`, by URL and event. */
  private readonly arrived = new Map<string, Arrival>()
  private readonly servers: Server[] = []
  readonly urls: string[] = []
  /** The last two of the URLs. */
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

  /** Clears the received events, because searching them would cost more and more. */
  forget(): void {
    this.arrived.clear()
  }

  /** The arrivals of these events at healthy receivers, once there are `awaited` of them. Throws after two minutes. */
  async arrivals(ids: readonly string[], awaited: number): Promise<Arrival[]> {
    const wanted = new Set(ids)
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20)) {
      if (this.arrived.size < awaited) continue
      const arrived = [...this.arrived.values()].filter(({ id }) => wanted.has(id))
      if (arrived.length >= awaited) return arrived
    }
    throw new Error("deliveries did not arrive")
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
      const id = String(request.headers["webhook-id"])
      const key = `${url} ${id}`
      if (!isSlow && !this.arrived.has(key)) this.arrived.set(key, { id, at: Date.now() })
      request.resume().on("end", () => setTimeout(() => response.end(), isSlow ? SLOW_MS : 0))
    })
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}
