import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import {
  always,
  expectSound,
  garbage,
  halfNonsense,
  mutated,
  mutationOf,
  oneMemberWrong,
  WAIT_TIMEOUT,
  post,
  postGarbage,
  RUNS,
  wrongText,
} from "../support/malformed"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  follow,
  forgetAttempts,
  formTokenIn,
  newPkce,
  oauthUrl,
  openConsent,
  PEOPLE,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { world } from "../support/world"

const { base_url } = world()
const { challenge } = newPkce()
const WELL_KNOWN = ["authorization-server", "protected-resource", "protected-resource/gw-a2a/v1"]
let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient()
})

const isRefusal = (status: number) => status >= 400 && status < 500

describe("malformed requests never cause a server error", { timeout: WAIT_TIMEOUT }, () => {
  it("at the authorization endpoint, and never redirect anywhere except to the client or the store [OAUTH-08, OAUTH-40]", async () => {
    const valid = {
      ...Object.fromEntries(authorizeUrl(client, challenge).searchParams),
      scope: "a2a:payments:read",
      resource: `${base_url}/gw-a2a/v1`,
    }
    const change = mutationOf([...Object.keys(valid), "response_mode", "prompt"])
    const request = fc.record({ change, method: fc.constantFrom("GET", "POST") })
    const url = oauthUrl("authorize")
    await always(halfNonsense(request), async ({ nonsense, mutation }) => {
      await forgetAttempts()
      if (nonsense) return void (await expectSound(postGarbage(url, nonsense)))
      const fields = mutated(valid, mutation.change)
      const open = () => fetch(`${url}?${fields}`, { redirect: "manual" })
      const { headers } = await expectSound(mutation.method === "POST" ? post(url, fields) : open())
      const location = headers.get("location") ?? REDIRECT_URI
      expect([REDIRECT_URI, oauthUrl("interaction/")].some((own) => location.startsWith(own))).toBe(true)
    })
  })

  it("at the login, and start no session [OAUTH-40]", async () => {
    const browser = new OAuthBrowser()
    const login = await follow(browser, await browser.open(authorizeUrl(client, challenge)))
    const url = `${login.url}/login`
    const valid = { email: "unknown@example.com", password: "x", token: formTokenIn(login) }
    // A rejected password takes half a second, so this test makes fewer runs.
    const runs = RUNS / 4
    await always(
      halfNonsense(mutationOf(Object.keys(valid))),
      async ({ nonsense, mutation }) => {
        await forgetAttempts()
        if (nonsense) return void (await expectSound(postGarbage(url, nonsense)))
        expect((await browser.post(url, mutated(valid, mutation))).status).toSatisfy(isRefusal)
      },
      runs
    )
    expect((await browser.open(login.url)).html).toContain(">Log in</button>")
  })

  it("at the consent page, and give no consent [OAUTH-40]", async () => {
    const browser = new OAuthBrowser()
    const open = () => openConsent(browser, authorizeUrl(client, challenge), PEOPLE.admin)
    let page = await open()
    await always(halfNonsense(mutationOf(["decision", "token"])), async ({ nonsense, mutation }) => {
      if (nonsense) return void (await expectSound(postGarbage(page.url, nonsense)))
      const fields = mutated({ decision: "approve", token: formTokenIn(page) }, mutation)
      const { status, location } = await browser.post(page.url, fields)
      expect(location).toBeUndefined()
      expect(status).toSatisfy(isRefusal)
      if (!(await browser.open(page.url)).html.includes(">Allow</button>")) page = await open()
    })
  })

  it("at a JSON decision, and give no consent without a person's token [OAUTH-40]", async () => {
    const opened = await fetch(authorizeUrl(client, challenge), { redirect: "manual" })
    const location = String(opened.headers.get("location"))
    const cookie = opened.headers.getSetCookie().join().split(";")[0] ?? ""
    const valid = { decision: "approve", scopes: ["a2a:payments:read"] }
    const bearer = wrongText.map((text) => Buffer.from(text).toString("base64").slice(0, 4000))
    const request = fc.record({ body: oneMemberWrong(valid), bearer })
    await always(halfNonsense(request), async ({ nonsense, mutation }) => {
      if (nonsense) return void (await expectSound(postGarbage(location, nonsense)))
      const authorization = `Bearer ${mutation.bearer}`
      const headers = { "content-type": "application/json", cookie, authorization }
      const { status } = await expectSound(post(location, JSON.stringify(mutation.body), headers))
      expect(status).toSatisfy(isRefusal)
    })
  })

  it("at pages and documents, with any method [OAUTH-40]", async () => {
    const below = fc.tuple(fc.constantFrom("interaction/", "interaction/gwi_", "authorize/", ""), wrongText)
    const broken = ["interaction/%", "interaction/%00", "interaction/%ff", "%2e%2e/%2e%2e", "%"]
    const documents = fc.tuple(
      fc.constantFrom(...WELL_KNOWN),
      fc.constantFrom("", "/", "/%", "/%/v1", "?%", "?a[b]=c")
    )
    const url = fc.oneof(
      below.map(([at, text]) =>
        oauthUrl(at + encodeURIComponent(Buffer.from(text.slice(0, 2000)).toString()))
      ),
      fc.constantFrom(...broken).map(oauthUrl),
      documents.map(([name, end]) => `${base_url}/.well-known/oauth-${name}${end}`)
    )
    const method = fc.constantFrom("GET", "HEAD", "PUT", "DELETE", "PATCH")
    await always(fc.record({ url, garbage, method }), async ({ url, garbage: { headers }, method }) => {
      const { status } = await fetch(url, { method, headers, redirect: "manual" })
      expect(status).toBeLessThan(500)
    })
  })
})
