import { beforeAll, describe, expect, it } from "vitest"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  follow,
  newPkce,
  oauthUrl,
  openConsent,
  PEOPLE,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"

const { challenge } = newPkce()
const romanian = () => new OAuthBrowser({ "accept-language": "ro-RO,ro;q=0.9,en;q=0.8" })

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))

/** The consent page of a client with this redirect URI. */
async function consentFor(redirect_uri: string, metadata: object = {}) {
  const client = await registerClient({ redirect_uris: [redirect_uri], ...metadata })
  return openConsent(new OAuthBrowser(), authorizeUrl(client, challenge, { redirect_uri }), PEOPLE.admin)
}
const policyOf = ({ headers }: { headers: Headers }) => String(headers.get("content-security-policy"))

describe("the pages", () => {
  it("use the browser's preferred language and declare it [OAUTH-35]", async () => {
    const browser = romanian()
    const client = await registerClient({ scopes: ["a2a:payments:refund"] })
    const login = await follow(browser, await browser.open(authorizeUrl(client, challenge)))
    expect(login.html).toContain('<html lang="ro">')
    expect(login.headers.get("content-language")).toBe("ro")
    expect(login.headers.get("vary")).toContain("Accept-Language")
    const wrong = await browser.submit(login, "Autentificare", { ...PEOPLE.admin, password: "wrong" })
    expect(wrong.html).toContain("nu corespund niciunui cont")
    const consent = await follow(browser, await browser.submit(login, "Autentificare", { ...PEOPLE.admin }))
    expect(consent.html).toContain("Să restituie bani cumpărătorilor")
    expect(consent.html).not.toContain("Refund payments")
    expect((await browser.submit(consent, "Permit")).location?.searchParams.get("code")).toBeTruthy()
  })

  it.each([
    ["en", "Log in", "See everything that other agents have bought for you in this store"],
    ["ro", "Autentificare", "Să vadă tot ce au cumpărat pentru dumneavoastră alți agenți în acest magazin"],
  ])(
    "show the access to what other agents bought as a sentence of its own: %s [OWN-06]",
    async (lang, button, sentence) => {
      const READ = "dev.ucp.shopping.order:read"
      const scopes = [READ, "dev.ucp.shopping.order.all:read"]
      const client = await registerClient({ client_type: "ucp_agent", scopes })
      const shown = async (scope: string) => {
        const browser = new OAuthBrowser({ "accept-language": lang })
        const login = await follow(browser, await browser.open(authorizeUrl(client, challenge, { scope })))
        return (await follow(browser, await browser.submit(login, button, { ...PEOPLE.customer }))).html
      }
      expect(await shown(scopes.join(" "))).toContain(`<li>${sentence}</li>`)
      expect(await shown(READ)).not.toContain(sentence)
    }
  )

  it("explain errors in that language, with the details for developers in English [OAUTH-35]", async () => {
    const unknown = await romanian().open(oauthUrl("authorize?client_id=a2a_000000000000000000000000"))
    expect(unknown.status).toBe(400)
    expect(unknown.html).toContain("Această aplicație nu este cunoscută aici.")
    const repeated = await romanian().open(oauthUrl("authorize?client_id=a&client_id=b"))
    expect(repeated.html).toContain("Aplicația a făcut o greșeală")
    expect(repeated.html).toContain('lang="en">The parameter client_id is repeated.')
  })

  it("answer 503 in that language while every surface is off [OAUTH-27, OAUTH-35]", async () => {
    await switchSurfaces({ a2a_enabled: false, ucp_enabled: false })
    const { status, html } = await romanian().open(oauthUrl("authorize"))
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    expect(status).toBe(503)
    expect(html).toContain("Magazinul nu dă acces")
  })

  it("announce a failed login to screen readers and link to the fields [OAUTH-41]", async () => {
    const browser = new OAuthBrowser()
    const login = await follow(browser, await browser.open(authorizeUrl(await registerClient(), challenge)))
    expect(login.html).not.toContain("alert")
    const { html } = await browser.submit(login, "Log in", { ...PEOPLE.admin, password: "wrong" })
    expect(html).toContain("<title>Error: Log in · ")
    expect(html).toMatch(/role="alert"[^>]*id="fault">\s*<h2>There is a problem<\/h2>[\s\S]*href="#email"/)
    expect(html.match(/aria-invalid="true" aria-describedby="fault"/g)).toHaveLength(2)
    expect(html).toContain(`value="${PEOPLE.admin.email}"`)
    expect(html).not.toContain("wrong")
  })

  it.each([
    ["https://agent.example:8443/cb", "https://agent.example:8443", "is sent to agent.example:8443."],
    ["http://127.0.0.1:4000/cb", "http://127.0.0.1:4000", "to a program on this device (127.0.0.1:4000)."],
    ["http://[::1]:4000/cb", "http:", "to a program on this device ([::1]:4000)."],
  ])(
    "name the host that receives the answer for %s and allow the form to redirect there [OAUTH-10, OAUTH-29]",
    async (uri, source, words) => {
      const consent = await consentFor(uri)
      expect(policyOf(consent)).toMatch(
        new RegExp(`form-action 'self' ${source.replace(/[.[\]]/g, "\\$&")}(;|$)`)
      )
      expect(consent.html).toContain(words)
    }
  )

  it("name a native app by its scheme [OAUTH-10, OAUTH-29]", async () => {
    const consent = await consentFor("com.example.app:/cb", { application_type: "native" })
    expect(policyOf(consent)).toMatch(/form-action 'self' com\.example\.app:(;|$)/)
    expect(consent.html).toContain("the app on this device that opens com.example.app links")
  })

  it("allow no redirect URI that would add directives to the content security policy [OAUTH-29]", async () => {
    for (const uri of ["https://a;sandbox/", "https://a,b.example/", "https://*/", "https://*.example/"])
      await expect(registerClient({ redirect_uris: [uri] })).rejects.toThrow("invalid_redirect_uri")
  })

  it("mark the client as unverified and escape its name [OAUTH-10, OAUTH-29]", async () => {
    const { html } = await consentFor("https://agent.example/callback", {
      client_name: `"><img src=x onerror=alert(1)>'`,
    })
    expect(html).toContain('class="badge">Unverified</strong>')
    expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;")
    expect(html).not.toContain("<img src=x")
  })
})
