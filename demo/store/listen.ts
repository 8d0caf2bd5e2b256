import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { DemoFailure, errorCode, errorLine } from "../failure"

/** How long what is being answered may take to its end when the server stops. */
const LAST_ANSWERS_MS = 1000

/** Listens and returns how to stop. Stopping lets answers end, streams of events among them, and then cuts what is left. */
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
