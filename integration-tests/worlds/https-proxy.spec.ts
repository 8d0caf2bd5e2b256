import { beforeAll, describe, expect, it } from "vitest"
import {
  PEOPLE,
  type RegisteredClient,
  authorizeUrl,
  formTokenIn,
  newPkce,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { OAuthBrowser, type Page } from "../support/oauth-browser"
import { inOwnWorld } from "../support/own-world"
import { newEncryptionKey } from "../support/store-keys"

/**
 * Medusa's session cookie requires HTTPS only in production, where the store learns of HTTPS from the proxy in
 * front of it.
 */
describe("the login of a store in production", () => {
  const running = inOwnWorld()
  let production: string
  let client: RegisteredClient

  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    client = await registerClient()
    production = await running().startSecondStore({
      NODE_ENV: "production",
      GW_ENCRYPTION_KEY: newEncryptionKey(),
    })
  })

  /** The page the authorization endpoint redirects to, at the store in production. */
  async function opened(browser: OAuthBrowser): Promise<Page> {
    const atStore = ({ pathname, search }: URL) => production + pathname + search
    const begun = await browser.open(atStore(authorizeUrl(client, newPkce().challenge)))
    return browser.open(atStore(begun.location as URL))
  }

  it("explains the problem behind a proxy that hides HTTPS, instead of asking for the password again and again", async () => {
    const browser = new OAuthBrowser()
    const page = await opened(browser)
    expect(page.status).toBe(503)
    expect(page.html).toContain("X-Forwarded-Proto: https")
    expect(page.html).not.toContain("<form")
    const posted = await browser.post(`${page.url}/login`, { ...PEOPLE.admin, token: "" })
    expect([posted.status, posted.headers.getSetCookie()]).toEqual([503, []])
  })

  it("explains it in Romanian, too", async () => {
    const { html } = await opened(new OAuthBrowser({ "accept-language": "ro" }))
    expect(html).toContain("Nu vă puteți autentifica acum")
  })

  it("works behind a proxy that sends X-Forwarded-Proto", async () => {
    const browser = new OAuthBrowser({ "x-forwarded-proto": "https" })
    const login = await opened(browser)
    expect(login.status).toBe(200)
    const answered = await browser.post(`${login.url}/login`, { ...PEOPLE.admin, token: formTokenIn(login) })
    expect(answered.status).toBe(303)
    const consent = await browser.open(login.url)
    expect(consent.html).toContain("You are logged in as")
  })

  it("makes browsers use only HTTPS, on every answer over HTTPS and on none over HTTP [HRD-07]", async () => {
    const hsts = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(production + path, { headers })).headers.get("strict-transport-security")
    for (const path of ["/.well-known/agent-card.json", "/gw-a2a/v1/nowhere", "/gw-ucp/oauth/v1/authorize"]) {
      expect(await hsts(path, { "x-forwarded-proto": "https" })).toBe("max-age=31536000")
      expect(await hsts(path)).toBeNull()
    }
  })
})
