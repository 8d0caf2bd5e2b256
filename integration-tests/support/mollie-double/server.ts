import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { MollieAmount, MolliePayment, NewPayment, Outcome, Settings } from "./payment"

const INITIAL: Settings = { webhooks: true, idempotent: true, cancelable: true, host: "www.mollie.com" }

/** A double of Mollie: the payments of its API v2, its hosted page, its webhooks, and the settings of tests. */
class MollieDouble {
  private settings = INITIAL
  private readonly payments = new Map<string, MolliePayment>()

  /** Answers a request with a status and a body in JSON. */
  async answer(method: string, path: string, body: string): Promise<[number, unknown]> {
    const [scope = "", , id = "", action = ""] = path.slice(1).split("/")
    if (scope === "_double") return [200, this.control(method, body)]
    if (method === "POST" && !id) return [201, this.create(JSON.parse(body) as NewPayment)]
    const payment = this.payments.get(id)
    if (!payment) return [404, { title: "Not Found" }]
    if (scope === "checkout") return this.decide(payment, body as Outcome)
    if (action === "refunds") return this.refund(payment, (JSON.parse(body) as MolliePayment).amount)
    if (action === "captures") return this.capture(payment, (JSON.parse(body) as { key: string }).key)
    return method === "DELETE" ? this.cancel(payment) : [200, payment]
  }

  private control(method: string, body: string): unknown {
    if (method === "PUT") this.settings = { ...INITIAL, ...(JSON.parse(body) as Partial<Settings>) }
    return [...this.payments.values()]
  }

  private create({ captureMode = "automatic", ...named }: NewPayment): MolliePayment {
    const id = `tr_${this.payments.size + 1}`
    const href = `https://${this.settings.host}/checkout/${id}`
    const links = { checkout: { href } }
    const payment: MolliePayment = { ...named, id, captureMode, status: "open", refunds: [], _links: links }
    this.payments.set(id, payment)
    return payment
  }

  /** The customer's choice on the hosted page. */
  private async decide(payment: MolliePayment, outcome: Outcome): Promise<[number, unknown]> {
    if (payment.status !== "open") return [410, payment]
    payment.status = outcome === "paid" && payment.captureMode === "manual" ? "authorized" : outcome
    await this.notify(payment)
    return [200, payment]
  }

  private async cancel(payment: MolliePayment): Promise<[number, unknown]> {
    if (payment.status !== "open" || !this.settings.cancelable)
      return [422, { title: "Unprocessable Entity" }]
    payment.status = "canceled"
    await this.notify(payment)
    return [200, payment]
  }

  private capture(payment: MolliePayment, key: string): [number, unknown] {
    if (this.settings.idempotent && payment.captured_with === key) return [201, payment]
    if (payment.status !== "authorized") return [422, { title: "Unprocessable Entity" }]
    payment.status = "paid"
    payment.captured_with = key
    return [201, payment]
  }

  private refund(payment: MolliePayment, amount: MollieAmount): [number, unknown] {
    if (payment.status !== "paid") return [422, { title: "Unprocessable Entity" }]
    payment.refunds.push(amount)
    return [201, payment]
  }

  private async notify({ id, webhookUrl }: MolliePayment): Promise<void> {
    if (!this.settings.webhooks) return
    // A store that is stopped does not get the webhook: it counts as lost.
    await fetch(webhookUrl, { method: "POST", body: new URLSearchParams({ id }) }).catch(() => undefined)
  }
}

/** Starts the double on a port of the loopback interface. */
export async function startMollieDouble(port: number): Promise<void> {
  const double = new MollieDouble()
  const server = createServer((request, response) => {
    const { method = "GET", url = "/" } = request
    textOf(request)
      .then((body) => double.answer(method, url, body))
      .then(([status, body]) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
      )
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}
