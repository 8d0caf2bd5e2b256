import { describe, expect, it } from "vitest"
import { markup } from "../../markup"
import { customerPage } from "../customer-page"
import { en } from "../languages/en"

const page = { outcome: "confirmed", title: "Paid", content: markup`<p>Thanks</p>` }
const store = { name: `<b>Lamps</b> & "Co"`, logo_url: undefined, url: undefined }
const made = (shown: Partial<Record<"logo_url" | "url", string>>) => {
  const { body, headers } = customerPage({ texts: en, store: { ...store, ...shown } }, page)
  return { html: String(body), policy: String(headers["Content-Security-Policy"]) }
}

describe("customerPage", () => {
  it("shows the store's name as text, and no logo or link where the store has none [BANK-74]", () => {
    const { html, policy } = made({})
    expect(html).toContain("<span>&lt;b&gt;Lamps&lt;/b&gt; &amp; &quot;Co&quot;</span>")
    expect(html).not.toMatch(/<img|<a |<b>/)
    expect(policy).not.toContain("img-src")
  })

  it("shows the store's logo, allows images from its origin only, and links to the storefront [BANK-74]", () => {
    const { html, policy } = made({
      logo_url: "https://pictures.example/logo.svg?a=1&b=2",
      url: "https://lamps.example/",
    })
    expect(html).toContain('<img src="https://pictures.example/logo.svg?a=1&amp;b=2" alt="">')
    expect(policy.split("; ")).toContain("img-src https://pictures.example")
    expect(html.match(/<a [^>]*href="https:\/\/lamps.example\/"/g)).toHaveLength(2)
  })
})
