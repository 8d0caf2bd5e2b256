import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { merchantAtBank } from "../../demo/environment"
import { freePort } from "../../demo/ports"
import { startSimulatorProcess } from "../../demo/simulator-process"
import { notificationPathOf } from "../../src/domain/notification-path"
import { driverOf } from "../../src/drivers"
import type { NotificationRequest, PaymentSnapshot, TokenSnapshot } from "../../src/drivers/driver"
import { orderNumberOf } from "../../src/drivers/redsys"
import { readOptions } from "../../src/options"
import { eventually } from "../support/agent"
import { declineAtRedsys, payAtRedsys } from "../support/redsys-shopper"
import { type BankUnderTest, describeDriver } from "./driver-contract"

describeDriver("Redsys", () => start())
describeDriver("Redsys with Bizum", () => start(true))

const MERCHANT = { merchant_code: "999008881", secret: "sq7HjrUOBfKmC576ILgskD5srU870gJ7" }

const account = (api_url: string, bizum: boolean) => ({
  driver: "redsys",
  api_url,
  merchant_id: MERCHANT.merchant_code,
  terminals: { EUR: "1", RON: "2" },
  bizum,
  secret: MERCHANT.secret,
  signature_version: "HMAC_SHA512_V2",
})

async function start(bizum = false): Promise<BankUnderTest> {
  const received: NotificationRequest[] = []
  const shop = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { method = "", headers, url } = request
      if (url === notificationPathOf("redsys"))
        received.push({ method, headers, raw_body: Buffer.concat(chunks) })
      response.end("{}")
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
  const base_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const [port, control_port] = [await freePort(), await freePort()]
  const terminals = { "1": "EUR", "2": "RON" }
  const flags = ["--redsys-merchant", JSON.stringify({ ...MERCHANT, terminals })]
  const merchant = merchantAtBank(base_url)
  const api_url = `http://localhost:${port}`
  const simulator = await startSimulatorProcess({ port, control_port, public_url: api_url, merchant, flags })
  const driverAt = (url: string) => driverOf(readOptions({ base_url, bank: account(url, bizum) }))

  return {
    driver: driverAt(api_url),
    unreachable: driverAt(`http://localhost:${await freePort()}`),
    async shopper({ next_action }: PaymentSnapshot | TokenSnapshot, action) {
      if (next_action?.type !== "redirect_post") throw new Error("the payment has no form")
      const { url, fields } = next_action
      await (action === "approve" ? payAtRedsys(url, fields) : declineAtRedsys(url, fields))
    },
    notified({ merchant_reference }) {
      const order = orderNumberOf(merchant_reference)
      return eventually(async () => received.find((request) => orderIn(request) === order))
    },
    unsigned(request) {
      const members = new URLSearchParams(request.raw_body.toString())
      members.delete("Ds_Signature")
      return { ...request, raw_body: Buffer.from(members.toString()) }
    },
    async stop() {
      await simulator.stop()
      shop.close()
    },
  }
}

function orderIn({ raw_body }: NotificationRequest): string {
  const params = new URLSearchParams(raw_body.toString()).get("Ds_MerchantParameters") ?? ""
  return (JSON.parse(Buffer.from(params, "base64").toString()) as { Ds_Order: string }).Ds_Order
}
