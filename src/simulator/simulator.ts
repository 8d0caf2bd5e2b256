import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Bank } from "./bank"
import { createBank } from "./create-bank"
import { handleControl } from "./control-server"
import { BankError } from "./errors"
import { handleGwb, sendKeys } from "./gwb-server"
import type { Options } from "./options"
import { handleRedsys } from "./redsys/redsys-server"
import { refusal, send } from "./reply"
import { handleSca, sendStyle } from "./sca-server"
import { StartError } from "./start-error"

const LOOPBACK = "127.0.0.1"

/** A running simulator. */
export interface Simulator {
  url: string
  control_url: string
  issuer: string
  /** Stops listening, aborts running deliveries (they stay queued) and closes the journal. */
  stop(): Promise<void>
}

/** Starts a simulator; resolves when both ports are listening. Throws a StartError otherwise. */
export async function startSimulator(options: Options): Promise<Simulator> {
  const bank = await createBank(options)
  const front = createServer((request, response) => void handle(bank, request, response))
  const control = createServer((request, response) => void handleControl(bank, request, response))
  const stop = async () => {
    await Promise.all([close(front), close(control)])
    bank.close()
  }
  try {
    const controlPort = await listen(control, {
      host: LOOPBACK,
      port: options.controlPort,
      flag: "--control-port",
    })
    const port = await listen(front, { host: options.host, port: options.port, flag: "--port" })
    const url = options.publicUrl ?? `http://localhost:${port}`
    bank.open(url)
    return { url, control_url: `http://${LOOPBACK}:${controlPort}`, issuer: url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function handle(bank: Bank, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "").split("?")[0] ?? ""
  if (request.method === "GET" && path === "/gwb/v1/jwks.json") return sendKeys(bank, response)
  if (path.startsWith("/gwb/v1/")) return handleGwb(bank, request, response)
  if (/^\/(sis|apl02)\//.test(path)) return handleRedsys(bank, request, response)
  if (request.method === "GET" && path === "/sca.css") return sendStyle(response)
  if (/^\/sca\/[^/]+(\/auto)?$/.test(path)) return handleSca(bank, request, response)
  send(response, refusal(new BankError("not_found", "There is nothing here.")))
}

function listen(server: Server, at: { host: string; port: number; flag: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new StartError(explain(error, at))))
    server.listen(at.port, at.host, () => resolve((server.address() as AddressInfo).port))
  })
}

function explain(
  error: NodeJS.ErrnoException,
  { host, port, flag }: { host: string; port: number; flag: string }
) {
  if (error.code === "EADDRINUSE")
    return `Port ${port} on ${host} is already in use; choose another with ${flag}.`
  return `Cannot listen on ${host}:${port} (${error.message}).`
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
