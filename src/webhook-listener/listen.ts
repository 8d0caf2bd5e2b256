import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Message } from "./message"
import { faultOf, type Trust } from "./verdict"

const MOST_BYTES = 1024 * 1024

/** What is done with what arrives. */
export interface Listening extends Trust {
  readonly host: string
  readonly port: number
  readonly status: number
  /** `fault` is undefined for what is genuine. */
  heard(message: Message, fault: string | undefined): void
}

/** Answers messages from now on; resolves with the address and how to stop. */
export async function listen(options: Listening): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_BYTES) request.destroy()
      else chunks.push(chunk)
    })
    request.on("end", () => {
      const { method = "", url = "", headers } = request
      const message = { method, url, headers, body: Buffer.concat(chunks) }
      const fault = faultOf(message, options)
      options.heard(message, fault)
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
