import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { agedToken } from "../support/aged-token"
import { sql } from "../support/database"
import { adminGet } from "../support/merchant"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  newPkce,
  openConsent,
  PEOPLE,
  type PersonName,
  redeem,
  type RegisteredClient,
  registerClient,
  storeToken,
  switchSurfaces,
} from "../support/oauth-client"
import { world } from "../support/world"

const SCOPES = ["a2a:payments:read", "a2a:payments:create"]

let client: RegisteredClient
const tokens = {} as Record<PersonName, string>

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient({ scopes: SCOPES })
  for (const name of ["admin", "customer"] as const) tokens[name] = await storeToken(name)
})

interface Decided {
  readonly redirect_to?: string
  readonly error?: string
}

/** A client application that has started an authorization and keeps the cookie, as a browser does. */
async function begin(who: RegisteredClient = client) {
  const { verifier, challenge } = newPkce()
  const opened = await fetch(authorizeUrl(who, challenge), { redirect: "manual" })
  const [cookie = ""] = opened.headers.getSetCookie()
  return { url: String(opened.headers.get("location")), cookie: cookie.split(";")[0] ?? "", verifier }
}

async function decide(
  { url, cookie }: { url: string; cookie: string },
  token: string | undefined,
  decision: unknown,
  headers: Record<string, string> = {}
) {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, ...authorization, ...headers },
    body: JSON.stringify(decision),
    redirect: "manual",
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Decided }
}

const codeIn = ({ redirect_to }: Decided) => new URL(String(redirect_to)).searchParams.get("code")

describe("a decision by JSON from an application in which a person is logged in", () => {
  let request: Awaited<ReturnType<typeof begin>>
  beforeEach(async () => {
    request = await begin()
  })

  it("approves with that person's own store token [OAUTH-10, OAUTH-46]", async () => {
    const { status, headers, body } = await decide(request, tokens.admin, { decision: "approve" })
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"])
    const answer = new URL(String(body.redirect_to)).searchParams
    expect([answer.get("state"), answer.get("iss")]).toEqual(["state-1", world().base_url])
    const redeemed = await redeem(client, { code: String(codeIn(body)), verifier: request.verifier })
    expect(redeemed.body.scope).toBe(SCOPES.join(" "))
  })

  it("may approve fewer scopes than requested, and no more [OAUTH-18]", async () => {
    const more = [...SCOPES, "a2a:payments:refund"]
    const refused = await decide(request, tokens.admin, { decision: "approve", scopes: more })
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_scope"])
    const { body } = await decide(request, tokens.admin, { decision: "approve", scopes: [SCOPES[0]] })
    const redeemed = await redeem(client, { code: String(codeIn(body)), verifier: request.verifier })
    expect(redeemed.body.scope).toBe(SCOPES[0])
  })

  it("requires a new login when the request demands one that is newer than the token [REG-11]", async () => {
    await sql(
      "update gw_oauth_request set login_after = now() + interval '1 second' where decided_at is null"
    )
    const refused = await decide(request, tokens.admin, { decision: "approve" })
    expect([refused.status, refused.body.error]).toEqual([403, "login_required"])
    await sql(
      "update gw_oauth_request set login_after = now() - interval '10 minutes' where decided_at is null"
    )
    expect((await decide(request, tokens.admin, { decision: "approve" })).status).toBe(200)
  })

  it.each([
    ["staff member", "admin", "a2a_agent"],
    ["customer", "customer", "ucp_agent"],
  ] as const)(
    "of a %s to scopes that move money requires a login of the last five minutes [REG-12]",
    async (_, name, client_type) => {
      const moving = await begin(await registerClient({ client_type }))
      const late = await decide(moving, await agedToken(tokens[name], 310), { decision: "approve" })
      expect([late.status, late.body]).toMatchObject([403, { error: "login_required" }])
      expect(late.body).not.toHaveProperty("redirect_to")
      const recent = await decide(moving, await agedToken(tokens[name], 200), { decision: "approve" })
      expect([recent.status, codeIn(recent.body)]).toEqual([200, expect.stringMatching(/^gwc_/)])
    }
  )

  it("to scopes that only read may be made with an older login [REG-12]", async () => {
    const old = await agedToken(tokens.admin, 310)
    expect((await decide(request, old, { decision: "approve" })).status).toBe(403)
    expect((await decide(request, old, { decision: "approve", scopes: [SCOPES[0]] })).status).toBe(200)
  })

  it("may also reject [OAUTH-09]", async () => {
    const { body } = await decide(request, tokens.admin, { decision: "deny" })
    expect(new URL(String(body.redirect_to)).searchParams.get("error")).toBe("access_denied")
    expect((await decide(request, tokens.admin, { decision: "approve" })).status).toBe(400)
    const audit = `/admin/agentic-commerce/audit?client_id=${client.client_id}&type=consent_denied`
    const { entries } = await adminGet<{ entries: { actor_type: string; actor_id: string }[] }>(audit)
    expect(entries[0]?.actor_type).toBe("user")
    expect(entries[0]?.actor_id).toMatch(/^user_/)
  })

  it("succeeds once when eight decisions arrive at once [OAUTH-12]", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => decide(request, tokens.admin, { decision: "approve" }))
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)])
  })

  it("requires the token of a person who may consent for this client [OAUTH-11, OAUTH-46]", async () => {
    for (const token of [undefined, "", "gwa_none", "a.b.c", `${tokens.admin}x`]) {
      const refused = await decide(request, token, { decision: "approve" })
      expect([token, refused.status, refused.body.error]).toEqual([token, 401, "invalid_token"])
    }
    const wrong = await decide(request, tokens.customer, { decision: "approve" })
    expect([wrong.status, wrong.body.error]).toEqual([403, "access_denied"])
    expect((await decide(request, tokens.admin, { decision: "approve" })).status).toBe(200)
  })

  it("may be made by a customer for a shopping client", async () => {
    const shopping = await begin(await registerClient({ client_type: "ucp_agent" }))
    expect((await decide(shopping, tokens.customer, { decision: "approve" })).status).toBe(200)
  })

  it("is rejected with a browser session, which must use the form [OAUTH-12]", async () => {
    const browser = new OAuthBrowser()
    const page = await openConsent(browser, authorizeUrl(client, newPkce().challenge), PEOPLE.admin)
    expect((await browser.postJson(page.url, { decision: "approve" })).status).toBe(401)
    expect((await browser.submit(page, "Allow")).status).toBe(303)
  })

  it("must come from the application that started the request [OAUTH-12]", async () => {
    const other = await begin()
    for (const cookie of ["", other.cookie])
      expect((await decide({ url: request.url, cookie }, tokens.admin, { decision: "approve" })).status).toBe(
        400
      )
  })

  it.each([
    {},
    [],
    null,
    { decision: "yes" },
    { decision: "approve", scopes: [] },
    { decision: "deny", x: 1 },
  ])("is rejected with the body %j [OAUTH-40]", async (decision) => {
    const { status, body } = await decide(request, tokens.admin, decision)
    expect([status, body.error]).toEqual([400, "invalid_request"])
  })
})
