import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { en } from "../../../gateway/customer-pages/languages/en"
import { bankFormPage, deadLinkPage, openingPage } from "../hand-off-page"

const form = {
  url: "https://bank.example:8443/pay?a=1&b=2",
  fields: { [`a"><b`]: `</form><script>alert('1')</script>`, submit: "&amp;" },
}
const setting = { texts: en, store: { name: "Lamps", logo_url: undefined, url: undefined } }
const bodyOf = ({ body }: { body?: unknown }) => String(body)

describe("the pages that lead to the bank", () => {
  it.each([
    ["the opening page", openingPage(setting)],
    ["the bank's form", bankFormPage(form, setting)],
    ["the page of a dead link", deadLinkPage("used", setting)],
  ])("may not be cached, framed or indexed, and send no referrer: %s", (_, { headers }) => {
    expect(headers).toMatchObject({
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Frame-Options": "DENY",
      "X-Robots-Tag": "noindex",
    })
    expect(headers["Content-Security-Policy"]).toMatch(/^default-src 'none'; /)
  })

  it.each([
    ["the opening page", openingPage(setting), "'self'"],
    ["the bank's form", bankFormPage(form, setting), "https://bank.example:8443"],
  ])("allow only their own script and one form target: %s", (_, page, target) => {
    const [, script = ""] = /<script>([^]*?)<\/script>/.exec(bodyOf(page)) ?? []
    const hash = createHash("sha256").update(script).digest("base64")
    const policy = String(page.headers["Content-Security-Policy"]).split("; ")
    expect(policy).toContain(`script-src 'sha256-${hash}'`)
    expect(policy).toContain(`form-action ${target}`)
  })

  it("have a button, for browsers without scripts", () => {
    expect(bodyOf(bankFormPage(form, setting))).toContain(
      `<button class="key">Continue to the bank</button></form>`
    )
  })

  it("escape the bank's form fields and address", () => {
    const html = bodyOf(bankFormPage(form, setting))
    expect(html).toContain(`<form method="post" action="https://bank.example:8443/pay?a=1&amp;b=2">`)
    expect(html).toContain(
      `name="a&quot;&gt;&lt;b" value="&lt;/form&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"`
    )
    expect(html).toContain(`name="submit" value="&amp;amp;"`)
    expect(html.match(/<script>/g)).toHaveLength(1)
  })

  it("contain no data of the bank before the customer posts the form", () => {
    expect(bodyOf(openingPage(setting))).toContain(`<form method="post"><button class="key">`)
  })

  it.each([
    ["unknown", 404],
    ["used", 410],
    ["expired", 410],
  ] as const)("say that a link is %s, respond with %i and contain no link", (why, status) => {
    const page = deadLinkPage(why, setting)
    expect(page.status).toBe(status)
    expect(bodyOf(page)).not.toMatch(/<form|<script|<a /)
  })
})
