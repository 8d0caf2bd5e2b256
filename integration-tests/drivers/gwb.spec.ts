import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { merchantAtBank } from "../../demo/environment"
import { freePort } from "../../demo/ports"
import { startSimulatorProcess } from "../../demo/simulator-process"
import { driverOf } from "../../src/drivers"
import { withinCapabilities } from "../../src/drivers/capabilities"
import type { BankCapabilities, NotificationRequest } from "../../src/drivers/driver"
import { readOptions } from "../../src/options"
import { eventually } from "../support/agent"
import { newKey } from "../support/gwb"
import { authenticate } from "../support/shopper"
import { type BankUnderTest, describeDriver } from "./driver-contract"

describeDriver("GWB/1", () => start())

// The same bank with fewer capabilities: calls outside a bank's capabilities are rejected in one place for all
// drivers.
const LEAST: Partial<BankCapabilities> = {
  intents: ["sale"],
  capture: "none",
  void: false,
  refund: "none",
  tokenize: "none",
  mit: false,
  events: false,
}
const WHOLE = { capture: "full", refund: "full", tokenize: "with_payment" } as const
describeDriver("GWB/1 with sales only", () => start(LEAST))
describeDriver("GWB/1 without partial amounts, with cards saved only during payments", () => start(WHOLE))

async function start(less: Partial<BankCapabilities> = {}): Promise<BankUnderTest> {
  const received: NotificationRequest[] = []
  const { jwk } = newKey()
  // Plays the store: serves its public keys for the bank, and receives the bank's notifications.
  const shop = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { method = "", headers, url } = request
      if (url?.endsWith("jwks.json")) return response.end(JSON.stringify(driver.publicKeys()))
      received.push({ method, headers, raw_body: Buffer.concat(chunks) })
      response.end("{}")
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
  const base_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`

  const [port, control_port] = [await freePort(), await freePort()]
  const api_url = `http://localhost:${port}`
  const merchant = merchantAtBank(base_url)
  const bank = { merchant_id: String(merchant.merchant_id), merchant_key: jwk, api_url, issuer: api_url }
  const whole = driverOf(readOptions({ base_url, bank }))
  const driver = withinCapabilities({ ...whole, capabilities: { ...whole.capabilities, ...less } })
  const nowhere = { ...bank, api_url: `http://localhost:${await freePort()}` }
  const simulator = await startSimulatorProcess({ port, control_port, public_url: api_url, merchant })

  return {
    driver,
    unreachable: driverOf(readOptions({ base_url, bank: nowhere })),
    enforcesLimits: true,
    async shopper({ next_action }, action) {
      await authenticate(String(next_action?.url), action)
    },
    notified({ id }, status) {
      const about = ({ raw_body }: NotificationRequest) => {
        type Subject = { id: string; status: string }
        const { payment, token } = JSON.parse(raw_body.toString()) as { payment?: Subject; token?: Subject }
        const subject = payment ?? token
        return subject?.id === id && subject.status === status
      }
      return eventually(async () => received.find(about))
    },
    async requireFormPost() {
      const order = { scope: { operation: "create", times: 1 }, api: { redirect_post: true } }
      const url = `http://127.0.0.1:${control_port}/_sim/faults`
      await fetch(url, { method: "POST", body: JSON.stringify(order) })
    },
    async stop() {
      await simulator.stop()
      shop.close()
    },
  }
}
