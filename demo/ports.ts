import { createServer, type AddressInfo } from "node:net"
import { errorCode } from "./failure"

/** A TCP port that was free on the loopback interface when it was checked. */
export async function freePort(): Promise<number> {
  return (await probe(0)) ?? 0
}

/** Whether another process listens on the port, on loopback or on every interface. */
export async function isPortBusy(port: number): Promise<boolean> {
  return (await probe(port, "127.0.0.1")) === undefined || (await probe(port, "::")) === undefined
}

/** The port that was bound, or undefined when it is taken. On a machine without IPv6, an IPv6 port counts as free. */
function probe(port: number, host = "127.0.0.1"): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", (error) => resolve(isTaken(errorCode(error)) ? undefined : port))
    server.listen(port, host, () => {
      const bound = (server.address() as AddressInfo).port
      server.close(() => resolve(bound))
    })
  })
}

function isTaken(code: string) {
  return code === "EADDRINUSE" || code === "EACCES"
}
