import { beforeAll, describe, expect, it } from "vitest"
import {
  authorizeUrl,
  newPkce,
  oauthUrl,
  obtainCode,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"

const ORIGIN = new URL(REDIRECT_URI).origin
let page: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  page = await registerClient({ token_endpoint_auth_method: "none" })
})

/** The response headers that decide whether a page of this origin may read the answer. */
async function readableFrom(
  origin: string,
  endpoint: string,
  fields: Record<string, string>,
  method = "POST"
) {
  const body = method === "POST" ? new URLSearchParams(fields) : undefined
  const response = await fetch(oauthUrl(endpoint), { method, headers: { origin }, body })
  return {
    status: response.status,
    origin: response.headers.get("access-control-allow-origin"),
    vary: response.headers.get("vary"),
  }
}

describe("the token endpoint", () => {
  it("can be read by a public client's own web page, errors included [OAUTH-39]", async () => {
    const { code, verifier: code_verifier } = await obtainCode(page, "admin")
    const { client_id } = page
    const fields = { client_id, grant_type: "authorization_code", code, code_verifier }
    const refused = await readableFrom(ORIGIN, "token", { ...fields, redirect_uri: "https://agent.example/" })
    expect(refused).toMatchObject({
      status: 400,
      origin: ORIGIN,
      vary: expect.stringContaining("Origin") as string,
    })
    const given = await readableFrom(ORIGIN, "token", { ...fields, redirect_uri: REDIRECT_URI })
    expect(given).toMatchObject({ status: 200, origin: ORIGIN })
  })

  it.each(["https://evil.example", "http://agent.example", "https://agent.example:444", "null", "*"])(
    "cannot be read from %s [OAUTH-39]",
    async (origin) => {
      const { client_id } = page
      expect((await readableFrom(origin, "token", { client_id, grant_type: "x" })).origin).toBeNull()
    }
  )

  it("cannot be read from a web page for a confidential or an unknown client [OAUTH-39]", async () => {
    const { client_id, client_secret = "" } = await registerClient()
    const secret = { client_id, client_secret, grant_type: "x" }
    expect((await readableFrom(ORIGIN, "token", secret)).origin).toBeNull()
    expect((await readableFrom(ORIGIN, "token", { grant_type: "x" })).origin).toBeNull()
  })

  it("cannot be read by a page of a native application, which has no origin [OAUTH-39]", async () => {
    const { client_id } = await registerClient({
      token_endpoint_auth_method: "none",
      application_type: "native",
      redirect_uris: ["com.example.app:/cb"],
    })
    expect((await readableFrom("null", "token", { client_id, grant_type: "x" })).origin).toBeNull()
  })
})

describe("the endpoint for pushed requests", () => {
  const request = () => Object.fromEntries(authorizeUrl(page, newPkce().challenge).searchParams)

  it("can be read by a public client's own web page, errors included [OAUTH-39]", async () => {
    expect(await readableFrom(ORIGIN, "par", request())).toMatchObject({
      status: 201,
      origin: ORIGIN,
      vary: expect.stringContaining("Origin") as string,
    })
    const refused = await readableFrom(ORIGIN, "par", { ...request(), response_type: "token" })
    expect(refused).toMatchObject({ status: 400, origin: ORIGIN })
  })

  it("cannot be read from another page, or for a confidential client [OAUTH-39]", async () => {
    expect((await readableFrom("https://evil.example", "par", request())).origin).toBeNull()
    const { client_id, client_secret = "" } = await registerClient()
    const secret = { ...request(), client_id, client_secret }
    expect(await readableFrom(ORIGIN, "par", secret)).toMatchObject({ status: 201, origin: null })
  })
})

it.each(["register", "introspect", "revoke", "authorize"])(
  "the endpoint %s cannot be read from any web page [OAUTH-39]",
  async (endpoint) => {
    const { client_id } = page
    expect((await readableFrom(ORIGIN, endpoint, { client_id, token: "x" })).origin).toBeNull()
  }
)

it.each(["token", "par", "register", "introspect", "revoke"])(
  "a preflight at %s permits nothing [OAUTH-39]",
  async (endpoint) => {
    expect(await readableFrom(ORIGIN, endpoint, {}, "OPTIONS")).toMatchObject({ status: 405, origin: null })
  }
)
