import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { type Answer, Ledger, type Payment, rejected } from "./ledger"
import { newSigner, type Signer } from "./sign-notification"

/**
 * What goes wrong with the next call or notification. Calls are executed in each case: `silent` closes the connection
 * without an answer, `error` answers with 500, `late` answers only after `answerLate`. `wrong_signature`: the
 * notification is signed with another key.
 */
export type Fault = "silent" | "error" | "late" | "wrong_signature"

/** The merchant's account at the double. */
export interface Account {
  readonly api_key: string
  readonly merchant_id: string
}

/** A double of NETOPIA's API v2: start, status, the payment page and the notifications. */
export interface NetopiaDouble {
  readonly url: string
  readonly public_key: string
  /** The payments that were opened. */
  readonly payments: readonly Payment[]
  /** The paths of the calls, oldest first. */
  readonly calls: readonly string[]
  /** The `errorType` in the store's reply to each notification. */
  readonly replies: readonly number[]
  failNext(fault: Fault): void
  /** Executes the next call, and answers it with this text. */
  answerNext(status: number, text: string): void
  /** Sends the answers that are late. */
  answerLate(): void
  /** Gives the payment a status and notifies the store of it. Resolves when the store has replied. */
  report(ntpID: string, status: number, code?: string): Promise<void>
  stop(): Promise<void>
}

/** Starts the double on a free port. */
export async function startNetopiaDouble(account: Account): Promise<NetopiaDouble> {
  const [signer, stranger] = [newSigner(), newSigner()]
  const [calls, replies, faults, late]: [string[], number[], Fault[], (() => void)[]] = [[], [], [], []]
  const texts: { status: number; text: string }[] = []
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ledger = new Ledger(account.merchant_id, () => url)

  const nextFault = (allowed: readonly Fault[]) =>
    faults[0] && allowed.includes(faults[0]) ? faults.shift() : undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const path = request.url ?? ""
    if (path.startsWith("/pay/")) return playCustomer(path, body, response)
    calls.push(path)
    const result = execute(path, body, request.headers.authorization)
    const fault = nextFault(["silent", "error", "late"])
    if (fault === "silent") return void request.socket.destroy()
    const [other] = texts.splice(0, 1)
    if (other) return void response.writeHead(other.status).end(other.text)
    if (fault === "late") await new Promise<void>((resolve) => late.push(resolve))
    send(response, fault === "error" ? { status: 500, body: { message: "internal error" } } : result)
  }

  function execute(path: string, body: string, api_key: string | undefined): Answer {
    if (api_key !== account.api_key) return rejected(401, "unknown API key")
    if (path === "/payment/card/start")
      return ledger.start(JSON.parse(body) as Parameters<Ledger["start"]>[0])
    if (path === "/operation/status") return ledger.query(JSON.parse(body) as Parameters<Ledger["query"]>[0])
    return rejected(404, "unknown path")
  }

  async function playCustomer(path: string, action: string, response: ServerResponse): Promise<void> {
    const ntpID = path.slice("/pay/".length)
    await (action === "approve" ? report(ntpID, 3) : report(ntpID, 12, "20"))
    send(response, { status: 200, body: {} })
  }

  async function report(ntpID: string, status: number, code = ""): Promise<void> {
    const payment = Object.assign(ledger.find(ntpID), { status, code })
    const by = nextFault(["wrong_signature"]) ? stranger : signer
    replies.push(await notify(payment, Buffer.from(JSON.stringify(ledger.notificationOf(payment))), by))
  }

  async function notify({ notifyUrl }: Payment, body: Buffer, by: Signer): Promise<number> {
    const token = by.tokenFor(body, account.merchant_id)
    const headers = { "content-type": "application/json", "Verification-token": token }
    const response = await fetch(notifyUrl, { method: "POST", headers, body: new Uint8Array(body) })
    return ((await response.json()) as { errorType: number }).errorType
  }

  return {
    url,
    public_key: signer.public_key,
    payments: ledger.payments,
    calls,
    replies,
    report,
    failNext: (fault) => void faults.push(fault),
    answerNext: (status, text) => void texts.push({ status, text }),
    answerLate: () => late.splice(0).forEach((send) => send()),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}
