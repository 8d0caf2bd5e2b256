import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

const CATALOG = ["dev.ucp.shopping.catalog.search", "dev.ucp.shopping.catalog.lookup"]

/** A platform's profile with these capabilities, all in the profile's version. */
export function profileIn(version: string, names: readonly string[] = CATALOG): object {
  const capabilities = names.map((name) => [name, [{ version, spec: "https://x", schema: "https://x" }]])
  const ucp = { version, services: {}, payment_handlers: {}, capabilities: Object.fromEntries(capabilities) }
  return { ucp, signing_keys: [] }
}

let numbered = 0

/** A platform's HTTP server that publishes its profiles. */
export class ProfileHost {
  private readonly listeners = new Map<string, RequestListener>()
  private readonly requested: string[] = []
  private readonly server = createServer((request, response) => {
    const path = request.url ?? ""
    this.requested.push(path)
    const listener = this.listeners.get(path)
    if (listener) listener(request, response)
    else response.writeHead(404).end()
  })

  static async listen(): Promise<ProfileHost> {
    const host = new ProfileHost()
    await new Promise<void>((resolve) => host.server.listen(0, "127.0.0.1", resolve))
    return host
  }

  /** Publishes a profile at a new address and returns the address. A listener writes its own response. */
  publish(profile: object | string | RequestListener): string {
    const path = `/profile-${++numbered}.json`
    const text = typeof profile === "string" ? profile : JSON.stringify(profile)
    const json: RequestListener = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(text)
    }
    this.listeners.set(path, typeof profile === "function" ? (profile as RequestListener) : json)
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
  }

  /** The number of requests to an address. */
  requestCount(url: string): number {
    return this.requested.filter((path) => url.endsWith(path)).length
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
