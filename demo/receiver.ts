import { createServer } from "node:http"
import { once } from "node:events"

/** Accepts the webhooks of the demo's agents, on this machine only. Returns the function that stops it. */
export async function startReceiver(port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end())
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  }
}
