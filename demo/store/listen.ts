import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { DemoFailure, errorCode, errorLine } from "../failure"

/** Listens and returns how to stop. Stopping ends open connections too, because an event stream would never end by itself. */
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
    server.closeAllConnections()
    await closed
  }
}

function cannotListen(port: number, error: unknown) {
  const reason = errorCode(error) === "EADDRINUSE" ? "it is in use" : errorLine(error)
  return new DemoFailure(`The store cannot listen on port ${port} (${reason}): choose another one.`)
}
