import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { formatAmount } from "../sca-page"
import { startWorld } from "./support/simulator"

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

let count = 0
const open = (more: object = {}) => world.create(`gwp_page_${++count}`, { ...more })

async function get(url: string) {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function post(url: string, fields: Record<string, string>, csrf?: string) {
  const token = csrf ?? /name="csrf" value="([^"]+)"/.exec((await get(url)).text)?.[1] ?? ""
  const body = new URLSearchParams({ csrf: token, ...fields })
  const response = await fetch(url, { method: "POST", body, redirect: "manual" })
  return { status: response.status, location: response.headers.get("location"), text: await response.text() }
}

const CARD = { number: "4111 1111 1111 1111", expiry: "12/40", cvv: "123", action: "pay" }

describe("the bank's page", () => {
  it("shows merchant, description and amount, with external text escaped", async () => {
    const { next_action } = await open({ description: `<img src=x> & "co"` })
    const { status, text } = await get(next_action.url)
    expect(status).toBe(200)
    expect(text).toContain("Demo &lt;shop&gt;")
    expect(text).toContain("&lt;img src=x&gt; &amp; &quot;co&quot;")
    expect(text).toMatch(/RON.159\.00/)
    expect(text).not.toContain("<script")
  })

  it("labels its fields and declares its language", async () => {
    const { text } = await get((await open()).next_action.url)
    expect(text).toContain('<html lang="en">')
    for (const id of ["number", "expiry", "cvv"]) {
      expect(text).toContain(`<label for="${id}">`)
      expect(text).toMatch(new RegExp(`id="${id}"`))
    }
  })

  it("forbids scripts, frames and caching, and allows the form to redirect to the merchant", async () => {
    const { headers } = await get((await open()).next_action.url)
    expect(headers.get("content-security-policy")).toContain(
      "default-src 'none'; style-src 'self'; form-action *"
    )
    expect(headers.get("x-frame-options")).toBe("DENY")
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    expect((await get(`${world.url}/sca.css`)).headers.get("content-type")).toContain("text/css")
  })

  it("leads from the card to the challenge to the merchant, and keeps the query of the return URL", async () => {
    const { id, next_action } = await open()
    expect(await post(next_action.url, CARD)).toMatchObject({
      status: 303,
      location: new URL(next_action.url).pathname,
    })
    const challenge = await get(next_action.url)
    expect(challenge.text).toContain("•••• 1111")
    for (const button of ["Approve", "Decline", "Cancel", "Let it time out"])
      expect(challenge.text).toContain(`>${button}<`)
    const { status, location } = await post(next_action.url, { code: "123456", action: "approve" })
    expect(status).toBe(303)
    expect(location).toBe(`https://shop.example/return?state=a%20b&gwb_payment=${id}&gwb_result=approved`)
    expect((await world.read(id)).status).toBe("captured")
  })

  it("adds a query to a return URL without one", async () => {
    const { next_action } = await open({ return_url: "https://shop.example/return" })
    const { json } = await world.auto(next_action.url, { action: "cancel" })
    expect(json.redirect_url).toMatch(
      /^https:\/\/shop\.example\/return\?gwb_payment=pay_\w+&gwb_result=canceled$/
    )
  })

  it.each([
    ["decline", "declined", "declined"],
    ["cancel", "canceled", "canceled"],
    ["timeout", "expired", "timeout"],
  ])("on %s ends as %s", async (action, status, result) => {
    const { id, next_action } = await open()
    await post(next_action.url, CARD)
    const { location } = await post(next_action.url, { action })
    expect(location).toContain(`gwb_result=${result}`)
    expect((await world.read(id)).status).toBe(status)
  })

  it("shows the form again for an invalid card, without its number and security code", async () => {
    const { id, next_action } = await open()
    const { status, text } = await post(next_action.url, {
      ...CARD,
      number: "4111 1111 1111 1112",
      cvv: "987",
    })
    expect(status).toBe(422)
    expect(text).toContain('role="alert"')
    expect(text).toContain('aria-describedby="number-mistake"')
    // The random token of the form may contain the digits by chance.
    const shown = text.replace(/(?<=name="csrf" value=")[^"]+/, "")
    expect(shown).not.toBe(text)
    expect(shown).not.toContain("1112")
    expect(shown).not.toContain("987")
    expect((await world.read(id)).status).toBe("requires_action")
  })

  it("allows two wrong codes and declines on the third", async () => {
    const { id, next_action } = await open()
    await post(next_action.url, CARD)
    for (const left of [2, 1]) {
      const wrong = await post(next_action.url, { code: "000000", action: "approve" })
      expect([wrong.status, wrong.text.includes(`Attempts left: ${left}`)]).toEqual([422, true])
    }
    expect((await post(next_action.url, { code: "000000", action: "approve" })).location).toContain(
      "gwb_result=declined"
    )
    expect(await world.read(id)).toMatchObject({ status: "declined", decline: { code: "sca_failed" } })
  })

  it("refuses a form without its token", async () => {
    const { id, next_action } = await open()
    expect((await post(next_action.url, { ...CARD, action: "cancel" }, "guess")).status).toBe(403)
    expect((await world.read(id)).status).toBe("requires_action")
  })

  it("can be used once", async () => {
    const { id, next_action } = await open()
    await post(next_action.url, { action: "cancel" })
    const again = await get(next_action.url)
    expect([again.status, again.text.includes("Already used")]).toEqual([410, true])
    expect((await post(next_action.url, CARD, "any")).status).toBe(410)
    expect((await world.auto(next_action.url, { action: "cancel" })).status).toBe(410)
    expect((await world.read(id)).version).toBe(2)
  })

  it("expires after 15 minutes", async () => {
    const { id, next_action } = await open()
    await world.control("POST", "/_sim/clock", { offset_s: 899 })
    expect((await get(next_action.url)).status).toBe(200)
    await world.control("POST", "/_sim/clock", { offset_s: 901 })
    const late = await get(next_action.url)
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
    expect([late.status, late.text.includes("Time is up")]).toEqual([410, true])
    expect(await world.read(id)).toMatchObject({ status: "expired", next_action: null })
  })

  it("returns 404 for unknown sessions", async () => {
    const { status, text } = await get(`${world.url}/sca/s_unknown`)
    expect([status, text.includes("There is no payment at this address.")]).toEqual([404, true])
    expect((await world.auto(`${world.url}/sca/s_unknown`, { action: "cancel" })).status).toBe(404)
  })

  it("accepts only valid JSON from scripts", async () => {
    const { next_action } = await open()
    const form = await fetch(`${next_action.url}/auto`, {
      method: "POST",
      body: new URLSearchParams({ action: "cancel" }),
    })
    expect(form.status).toBe(400)
    const typo = await world.auto(next_action.url, { card: "4111111111111112", action: "approve" })
    expect([typo.status, typo.json.error]).toMatchObject([400, { field: "card" }])
    expect((await world.auto(next_action.url, { action: "dance" })).status).toBe(400)
  })
})

it("a page with --sca-window expires by itself", async () => {
  const quick = await startWorld(["--sca-window", "1"])
  const { id } = await quick.create("gwp_quick")
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(await quick.read(id)).toMatchObject({ status: "expired" })
  await quick.stop()
})

it("amounts are shown with the decimals of their currency", () => {
  expect(
    [formatAmount(15900, "RON"), formatAmount(15900, "JPY"), formatAmount(1500, "KWD")].map((text) =>
      text.replace(/\s/, " ")
    )
  ).toEqual(["RON 159.00", "JPY 15,900", "KWD 1.500"])
})
