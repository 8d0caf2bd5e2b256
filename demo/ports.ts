import { randomInt } from "node:crypto"
import { createServer } from "node:net"
import { errorCode } from "./failure"

/**
 * Below the ports that Linux (from 32768) and macOS (from 49152) give to outgoing connections, so that no connection
 * takes a port between its check and its use.
 */
const LOWEST_PORT = 30_000
const HIGHEST_PORT = 32_767

/** The ports that this process has already received from `freePort`. */
const given = new Set<number>()

/**
 * A TCP port that was free when it was checked, and that no earlier call in this process returned. Another process can
 * still take it before it is used.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1)
  if (given.has(port) || (await isPortBusy(port))) return freePort()
  given.add(port)
  return port
}

/** Whether another process listens on the port, on loopback or on every interface. */
export async function isPortBusy(port: number): Promise<boolean> {
  return !(await canListen(port, "127.0.0.1")) || !(await canListen(port, "::"))
}

/** On a machine without IPv6, an IPv6 port counts as free. */
function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", (error) => resolve(!isTaken(errorCode(error))))
    server.listen(port, host, () => void server.close(() => resolve(true)))
  })
}

function isTaken(code: string) {
  return code === "EADDRINUSE" || code === "EACCES"
}
