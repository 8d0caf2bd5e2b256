import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { App } from "../support/app"
import {
  always,
  expectSound,
  garbage,
  mutated,
  mutationOf,
  WAIT_TIMEOUT,
  wrongText,
} from "../support/malformed"
import { switchSurfaces } from "../support/oauth-client"
import { newCustomer } from "../support/privacy"
import { world } from "../support/world"

let app: App
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, app_enabled: true })
  app = await App.of(await newCustomer())
})
afterAll(() => switchSurfaces({ app_enabled: false }))

function ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.headers as object), authorization: `Bearer ${app.token}` }
  return expectSound(fetch(`${world().base_url}/gw-app/v1${path}`, { ...init, method, headers }), "code")
}

describe(
  "malformed requests to the app surface never cause a server error",
  { timeout: WAIT_TIMEOUT },
  () => {
    it.each(["/payments", "/cards", "/consents"])("in the query of GET %s [APP-13]", async (path) => {
      const valid = { limit: "2", cursor: "WyIiXQ" }
      await always(mutationOf([...Object.keys(valid), "unknown", "__proto__"]), async (mutation) => {
        await ask("GET", `${path}?${mutated(valid, { ...mutation, text: mutation.text.slice(0, 3000) })}`)
      })
    })

    it.each([
      ["GET", "/payments/{wrong}"],
      ["POST", "/orders/{wrong}/payments"],
      ["DELETE", "/cards/{wrong}"],
      ["DELETE", "/consents/{wrong}"],
    ])("in the path of %s %s, and nothing is found there [APP-13]", async (method, template) => {
      await always(wrongText, async (text) => {
        // An empty segment would make it another path.
        const wrong = encodeURIComponent(Buffer.from(text.slice(0, 2000)).toString()) || "_"
        const { status } = await ask(method, template.replace("{wrong}", wrong))
        expect(status).toBeOneOf([404, 405])
      })
    })

    it.each([
      ["POST", "/orders/order_none/payments"],
      ["DELETE", "/cards/card_none"],
      ["DELETE", "/consents/grant_none"],
    ])("in the body or the headers of %s %s [APP-13]", async (method, path) => {
      const key = fc.string({ unit: "grapheme-ascii", maxLength: 300 })
      await always(fc.record({ garbage, key }), async ({ garbage: { body }, key }) => {
        const headers = { "content-type": "application/json", "idempotency-key": key.trim() }
        const { status } = await ask(method, path, { headers, body: Buffer.from(body) })
        expect(status).toBeOneOf([400, 404, 409])
      })
    })
  }
)
