import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { DemoFailure, errorCode, errorLine } from "../failure"

/** How long running responses may continue when the server stops. */
const LAST_ANSWERS_MS = 1000

/**
 * Listens, and returns the function that stops. Stopping lets running responses and event streams end for a short
 * time, and then closes their connections.
 */
export async function listen(app: RequestListener, port: number, host: string): Promise<() => Promise<void>> {
  const server = createServer(app)
  server.listen(port, host)
  try {
    await once(server, "listening")
  } catch (error) {
    throw cannotListen(port, error)
  }
  return async () => {
    const closed = once(server, "close")
    server.close()
    const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
    await closed
    clearTimeout(cut)
  }
}

function cannotListen(port: number, error: unknown) {
  const reason = errorCode(error) === "EADDRINUSE" ? "it is in use" : errorLine(error)
  return new DemoFailure(`The store cannot listen on port ${port} (${reason}): choose another one.`)
}
