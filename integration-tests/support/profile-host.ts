import { readFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

const LOCAL_TLS = join(__dirname, "local-tls")

/** The certificate of hosts that listen securely, for `NODE_EXTRA_CA_CERTS`. */
export const LOCAL_CERTIFICATE = join(LOCAL_TLS, "certificate.pem")

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
  private readonly answer: RequestListener = (request, response) => {
    const path = request.url ?? ""
    this.requested.push(path)
    const listener = this.listeners.get(path)
    if (listener) listener(request, response)
    else response.writeHead(404).end()
  }
  private readonly server

  private constructor(private readonly scheme: "http" | "https") {
    const credentials = () => ({
      cert: readFileSync(LOCAL_CERTIFICATE),
      key: readFileSync(join(LOCAL_TLS, "key.pem")),
    })
    this.server =
      scheme === "https" ? createSecureServer(credentials(), this.answer) : createServer(this.answer)
  }

  static async listen(scheme: "http" | "https" = "http"): Promise<ProfileHost> {
    const host = new ProfileHost(scheme)
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
    return `${this.scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
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
