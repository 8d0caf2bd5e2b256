import fc from "fast-check"
import { beforeAll, expect, it } from "vitest"
import { always, type Mutation, mutated, mutationOf, WAIT_TIMEOUT, post } from "../support/malformed"
import {
  forgetAttempts,
  newPkce,
  obtainCode,
  obtainTokens,
  oauthUrl,
  postForm,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
  type TokenSet,
} from "../support/oauth-client"

let client: RegisteredClient
let other: RegisteredClient & TokenSet & { code: string }

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  client = await registerClient()
  const registered = await registerClient()
  const { code } = await obtainCode(registered, "admin")
  other = { ...registered, ...(await obtainTokens(registered, "admin")), code }
})

interface Pair {
  readonly endpoint: "token" | "introspect" | "revoke"
  readonly grant_type?: string
  readonly member: string
  readonly theirs: string
  readonly nonexistent: string
}

/** Values of another client, each with an unknown value of the same form and the endpoint that reads it. */
const pairs = () => {
  const nonexistent = (prefix: string) => `${prefix}_${"0".repeat(43)}`
  const code = { member: "code", theirs: other.code, nonexistent: nonexistent("gwc") }
  const refresh = { member: "refresh_token", theirs: other.refresh_token, nonexistent: nonexistent("gwr") }
  const client_id = { member: "client_id", theirs: other.client_id, nonexistent: `a2a_${"0".repeat(24)}` }
  const access = { member: "token", theirs: other.access_token, nonexistent: nonexistent("gwa") }
  return fc.constantFrom<Pair>(
    { endpoint: "token", grant_type: "authorization_code", ...code },
    { endpoint: "token", grant_type: "refresh_token", ...refresh },
    { endpoint: "token", grant_type: "refresh_token", ...client_id },
    { endpoint: "introspect", ...access },
    { endpoint: "introspect", ...client_id },
    { endpoint: "revoke", ...access },
    { endpoint: "revoke", ...refresh, member: "token" }
  )
}

it(
  "another client's values get the same answers as unknown ones, whatever else is wrong with the request [OAUTH-20, OAUTH-21, OAUTH-40]",
  { timeout: WAIT_TIMEOUT },
  async () => {
    const { client_id, client_secret = "" } = client
    const { verifier: code_verifier } = newPkce()
    const own = { client_id, client_secret, code_verifier, redirect_uri: REDIRECT_URI, token: "gwa_x" }
    const change = fc.option(mutationOf([...Object.keys(own), "scope", "grant_type"]), {
      nil: undefined,
      freq: 1,
    })
    await always(fc.record({ pair: pairs(), change }), async ({ pair, change }) => {
      await forgetAttempts()
      const { endpoint, grant_type = "", member, theirs, nonexistent } = pair
      const ask = (value: string) => answer(endpoint, { ...own, grant_type, [member]: value }, change)
      expect(await ask(theirs)).toEqual(await ask(nonexistent))
    })
    for (const token of [other.access_token, other.refresh_token])
      expect((await postForm("introspect", other, { token })).body).toMatchObject({ active: true })
  }
)

async function answer(endpoint: string, form: Record<string, string>, change: Mutation | undefined) {
  const body = change ? mutated(form, change) : new URLSearchParams(form)
  const response = await post(oauthUrl(endpoint), body)
  const { date: _date, "x-request-id": _id, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, text: await response.text() }
}
