import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createRedsysAPI } from "redsys-easy"
import { startWorld } from "./simulator"

/** The secret of Redsys' public test terminal. */
export const SECRET = "sq7HjrUOBfKmC576ILgskD5srU870gJ7"

const MERCHANT = { merchant_code: "999008881", name: "Tienda", terminals: { "1": "EUR", "2": "JPY" } }

type Version = "HMAC_SHA256_V1" | "HMAC_SHA512_V1" | "HMAC_SHA512_V2"

/** A simulator in Redsys mode, with a shop that talks to it through redsys-easy and stores the notifications. */
export async function startRedsys(signature_version: Version = "HMAC_SHA256_V1") {
  const merchant = JSON.stringify({ ...MERCHANT, secret: SECRET, signature_version })
  const world = await startWorld(["--redsys-merchant", merchant])
  const received: { type: string | undefined; body: string }[] = []
  const shop = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      received.push({ type: request.headers["content-type"], body })
      response.end()
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
  const notification_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/ipn`
  const urls = {
    redirect: `${world.url}/sis/realizarPago`,
    restTrataPeticion: `${world.url}/sis/rest/trataPeticionREST`,
    restIniciaPeticion: `${world.url}/sis/rest/iniciaPeticionREST`,
  }
  const api = createRedsysAPI({ secretKey: SECRET, urls })
  const stop = async () => {
    await world.stop()
    shop.close()
  }
  return { url: world.url, control: world.control, api, received, notification_url, stop }
}

export type RedsysWorld = Awaited<ReturnType<typeof startRedsys>>

let numbers = 0
/** An order number that no other test uses. */
export const nextOrder = () => `1042T${String(++numbers).padStart(7, "0")}`

/** The parameters of a payment of 15.90 EUR. */
export const paymentOf = ({ notification_url }: RedsysWorld, change: Record<string, string> = {}) =>
  ({
    ...operationOf(nextOrder(), "0"),
    DS_MERCHANT_MERCHANTDATA: "gwp_01",
    DS_MERCHANT_MERCHANTURL: notification_url,
    DS_MERCHANT_URLOK: "https://shop.example/ok",
    DS_MERCHANT_URLKO: "https://shop.example/ko",
    ...change,
  }) as Parameters<RedsysWorld["api"]["createRedirectForm"]>[0]

/** The parameters of an operation of the REST interface. */
export const operationOf = (order: string, type: string, change: Record<string, string> = {}) =>
  ({
    DS_MERCHANT_ORDER: order,
    DS_MERCHANT_MERCHANTCODE: MERCHANT.merchant_code,
    DS_MERCHANT_TERMINAL: "1",
    DS_MERCHANT_TRANSACTIONTYPE: type,
    DS_MERCHANT_AMOUNT: "1590",
    DS_MERCHANT_CURRENCY: "978",
    ...change,
  }) as Parameters<RedsysWorld["api"]["restTrataPeticion"]>[0]

async function post(url: string, fields: Record<string, string>) {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })
}

/** Posts the payment form as the customer's browser does. Returns the page's address, or the error page's text. */
export async function openPage(world: RedsysWorld, payment: ReturnType<typeof paymentOf>): Promise<string> {
  const { url, body } = world.api.createRedirectForm(payment)
  const response = await post(url, { ...body })
  const location = response.headers.get("location")
  return location ? new URL(location, world.url).href : response.text()
}

const csrfIn = (page: string) => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ""

/** Submits one form of the page; returns where the browser goes next. */
export async function submit(page: string, fields: Record<string, string>): Promise<string> {
  const csrf = csrfIn(await (await fetch(page)).text())
  const response = await post(page, { csrf, ...fields })
  const location = response.headers.get("location")
  return location ? new URL(location, page).href : `${response.status}`
}

export const VISA = "4548810000000003"

/** Enters a card, and the code if a challenge follows; returns where the browser goes next. */
export async function payWith(page: string, number: string, cvv = "123"): Promise<string> {
  const next = await submit(page, { number, expiry: "12/49", cvv, action: "pay" })
  return next === page ? submit(page, { code: "123456", action: "approve" }) : next
}
