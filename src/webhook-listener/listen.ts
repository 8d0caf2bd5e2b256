import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Message } from "./message"
import { faultOf, type Verification } from "./verdict"

const MAX_BYTES = 1024 * 1024

/** The options of the listener, and the handler of messages. */
export interface ListenerOptions extends Verification {
  readonly host: string
  readonly port: number
  readonly status: number
  /** `fault` is undefined for a genuine message. */
  received(message: Message, fault: string | undefined): void
}

/** Starts the listener. Resolves with its URL and a function that stops it. */
export async function listen(options: ListenerOptions): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BYTES) request.destroy()
      else chunks.push(chunk)
    })
    request.on("end", () => {
      const { method = "", url = "", headers } = request
      const message = { method, url, headers, body: Buffer.concat(chunks) }
      const fault = faultOf(message, options)
      options.received(message, fault)
      response.writeHead(fault ? 401 : options.status).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, options.host, resolve)
  })
  return { url: addressOf(server), stop: () => void server.close() }
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`
}
