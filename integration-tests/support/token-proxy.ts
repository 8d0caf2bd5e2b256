import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { world } from "./world"

/** An address of the store that adds a token to each request, for programs that cannot send one. */
export class TokenProxy {
  private constructor(private readonly server: Server) {}

  static async listen(token: string): Promise<TokenProxy> {
    const server = createServer((received, response) => {
      const { method, headers, url } = received
      const sent = request(
        new URL(url ?? "/", world().base_url),
        { method, headers: { ...headers, authorization: `Bearer ${token}` } },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        }
      )
      sent.on("error", () => response.writeHead(502).end())
      received.pipe(sent)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return new TokenProxy(server)
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
