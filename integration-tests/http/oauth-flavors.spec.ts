import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  follow,
  formTokenIn,
  newPkce,
  obtainTokens,
  openConsent,
  PEOPLE,
  type PersonName,
  postForm,
  postRegistration,
  REDIRECT_URI,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { world } from "../support/world"

const { base_url } = world()
const { challenge } = newPkce()

interface Flavor {
  readonly name: string
  readonly namespace: string
  readonly scopes: readonly string[]
  /** The scopes of a client that asks for none. */
  readonly basic: readonly string[]
  /** The people who may consent. */
  readonly people: readonly PersonName[]
}

const FLAVORS: readonly Flavor[] = [
  {
    name: "a2a",
    namespace: "gw-a2a/v1",
    scopes: ["read", "create", "capture", "refund", "tokenize"].map((what) => `a2a:payments:${what}`),
    basic: ["a2a:payments:read", "a2a:payments:create"],
    people: ["admin"],
  },
  {
    name: "ucp",
    namespace: "gw-ucp/v1",
    scopes: [
      "dev.ucp.shopping.catalog.search:read",
      "dev.ucp.shopping.catalog.lookup:read",
      "dev.ucp.shopping.cart:manage",
      "dev.ucp.shopping.checkout:manage",
      "dev.ucp.shopping.order:read",
      "dev.ucp.shopping.order:refund",
      "dev.ucp.shopping.order:manage",
      "dev.ucp.shopping.order.all:read",
    ],
    basic: [
      "dev.ucp.shopping.catalog.search:read",
      "dev.ucp.shopping.catalog.lookup:read",
      "dev.ucp.shopping.cart:manage",
      "dev.ucp.shopping.checkout:manage",
      "dev.ucp.shopping.order:read",
    ],
    people: ["admin", "customer"],
  },
  {
    name: "acp",
    namespace: "gw-acp/v1",
    scopes: ["acp:checkout:read", "acp:checkout:write", "acp:orders:read", "acp:feed:read"],
    basic: ["acp:checkout:read", "acp:checkout:write", "acp:orders:read"],
    people: ["admin", "customer"],
  },
  {
    name: "app",
    namespace: "gw-app/v1",
    scopes: ["app:payments:read", "app:payments:create", "app:cards:manage", "app:consents:manage"],
    basic: ["app:payments:read", "app:payments:create"],
    people: ["customer"],
  },
]
const PAIRS = FLAVORS.flatMap((one) =>
  FLAVORS.filter((other) => other !== one).map((other) => ({ one, other }))
)
const PEOPLE_OF = (may: boolean) =>
  FLAVORS.flatMap(({ name, people }) =>
    (["admin", "customer"] as const)
      .filter((one) => people.includes(one) === may)
      .map((one) => [one, name] as const)
  )

/** How a surface answers a token: `accepted` when authentication succeeds, otherwise the status. */
const SURFACES: Record<string, (token: string) => Promise<"accepted" | number>> = {
  a2a: async (token) => {
    const response = await fetch(`${base_url}/gw-a2a/v1/tasks/task_none/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return response.status === 404 ? "accepted" : response.status
  },
}

const clientOf = (name: string) => registerClient({ client_type: `${name}_agent` })

const ALL_ON = { a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true }
beforeAll(() => switchSurfaces(ALL_ON))
afterAll(() => switchSurfaces({ acp_enabled: false, app_enabled: false }))

describe.each(FLAVORS)("a client of the flavor $name", ({ name, namespace, scopes, basic, people }) => {
  const [person = "admin"] = people

  const metadata = { client_name: "Agent", client_type: `${name}_agent`, redirect_uris: [REDIRECT_URI] }

  it("gets a client id with its prefix and the requested scopes of its flavor [OAUTH-04, OAUTH-34]", async () => {
    const { body } = await postRegistration({ ...metadata, scopes })
    expect(body.client_id).toMatch(new RegExp(`^${name}_[0-9a-f]{24}$`))
    expect(body.scopes).toEqual(scopes)
  })

  it("gets only the scopes to browse and buy when it asks for none [REG-06]", async () => {
    const { body } = await postRegistration(metadata)
    expect(body.scopes).toEqual(basic)
  })

  it("is granted only the scopes to browse and buy when its request names none [REG-06]", async () => {
    const client = await registerClient({ client_type: `${name}_agent`, scopes })
    expect((await obtainTokens(client, person, { scope: undefined })).scope.split(" ")).toEqual(basic)
    expect((await obtainTokens(client, person)).scope.split(" ")).toEqual(scopes)
  })

  it("gets tokens for its own surface with the requested scopes [OAUTH-34]", async () => {
    const client = await clientOf(name)
    const [scope] = scopes
    const { access_token: token } = await obtainTokens(client, person, { scope })
    expect((await postForm("introspect", client, { token })).body).toMatchObject({
      aud: `${base_url}/${namespace}`,
      scope,
      client_type: `${name}_agent`,
      actor_type: PEOPLE[person].kind,
    })
  })

  it.each(Object.keys(SURFACES))(
    "is accepted or rejected by the surface %s according to its flavor [AUTH-04, AUTH-05]",
    async (surface) => {
      const { access_token } = await obtainTokens(await clientOf(name), person)
      expect(await SURFACES[surface]?.(access_token)).toBe(surface === name ? "accepted" : 401)
    }
  )

  it("may request a consent only while its own surface is on [OAUTH-27, ADM-22]", async () => {
    const client = await clientOf(name)
    const errorOfRequest = async () => {
      const { location } = await new OAuthBrowser().open(authorizeUrl(client, challenge))
      return location?.searchParams.get("error")
    }
    await switchSurfaces({ [`${name}_enabled`]: false })
    expect(await errorOfRequest()).toBe("temporarily_unavailable")
    const ALL_OFF = { a2a_enabled: false, ucp_enabled: false, acp_enabled: false, app_enabled: false }
    await switchSurfaces({ ...ALL_OFF, [`${name}_enabled`]: true })
    expect(await errorOfRequest()).toBeNull()
    await switchSurfaces(ALL_ON)
  })

  it("has its own protected resource document [OAUTH-23]", async () => {
    const response = await fetch(`${base_url}/.well-known/oauth-protected-resource/${namespace}`)
    expect(await response.json()).toMatchObject({
      resource: `${base_url}/${namespace}`,
      authorization_servers: [base_url],
      scopes_supported: scopes,
    })
  })
})

it.each(PAIRS)(
  "a client of $one.name cannot get a scope or a resource of $other.name [OAUTH-04, OAUTH-30]",
  async ({ one, other }) => {
    const { status, body } = await postRegistration({
      client_name: "Agent",
      client_type: `${one.name}_agent`,
      redirect_uris: [REDIRECT_URI],
      scopes: [one.scopes[0], other.scopes[0]],
    })
    expect([status, body.scope]).toEqual([201, one.scopes[0]])
    const client = await clientOf(one.name)
    const open = async (changes: Record<string, string | undefined>) =>
      (await new OAuthBrowser().open(authorizeUrl(client, challenge, changes))).location?.searchParams.get(
        "error"
      )
    expect(await open({ scope: other.scopes[0] })).toBe("invalid_scope")
    expect(await open({ resource: `${base_url}/${other.namespace}` })).toBe("invalid_target")
    expect(await open({ resource: `${base_url}/${one.namespace}` })).toBeNull()
  }
)

it.each(PEOPLE_OF(true))(
  "the %s may consent for a client of the flavor %s [OAUTH-11, OAUTH-34]",
  async (person, name) => {
    const page = await openConsent(
      new OAuthBrowser(),
      authorizeUrl(await clientOf(name), challenge),
      PEOPLE[person]
    )
    expect(page.html).toContain(">Allow</button>")
  }
)

it.each(PEOPLE_OF(false))(
  "the %s may not consent for a client of the flavor %s, whether logged in already or not [OAUTH-11, OAUTH-34]",
  async (person, name) => {
    const browser = new OAuthBrowser()
    const own = FLAVORS.find(({ people }) => people.includes(person))?.name ?? ""
    await openConsent(browser, authorizeUrl(await clientOf(own), challenge), PEOPLE[person])
    const login = await follow(browser, await browser.open(authorizeUrl(await clientOf(name), challenge)))
    expect(login.html).not.toContain(">Allow</button>")
    expect((await browser.submit(login, "Log in", { ...PEOPLE[person] })).status).toBe(401)
    const forced = await browser.post(login.url, { token: formTokenIn(login), decision: "approve" })
    expect([forced.status, forced.location]).toEqual([403, undefined])
  }
)

it("an unknown flavor cannot be registered and has no document [OAUTH-34]", async () => {
  const { status } = await postRegistration({
    client_name: "Agent",
    client_type: "mcp_agent",
    redirect_uris: [REDIRECT_URI],
  })
  expect(status).toBe(400)
  for (const path of ["gw-mcp/v1", "gw-a2a/v2", "__proto__/v1"])
    expect((await fetch(`${base_url}/.well-known/oauth-protected-resource/${path}`)).status).toBe(404)
})
