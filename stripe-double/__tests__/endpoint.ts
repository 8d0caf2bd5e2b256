import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A webhook endpoint: it accepts everything, and keeps what it has received. */
export class WebhookEndpoint {
  readonly received: { body: string; signature: string }[] = []

  private constructor(
    readonly url: string,
    readonly stop: () => void
  ) {}

  static async open(): Promise<WebhookEndpoint> {
    const server = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk: Buffer) => (body += chunk.toString()))
      request.on("end", () => {
        endpoint.received.push({ body, signature: String(request.headers["stripe-signature"]) })
        response.end()
      })
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const endpoint = new WebhookEndpoint(`http://127.0.0.1:${port}`, () => void server.close())
    return endpoint
  }
}
