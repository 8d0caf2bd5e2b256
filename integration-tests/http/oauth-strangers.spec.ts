import fc from "fast-check"
import { beforeAll, expect, it } from "vitest"
import { always, type Mutation, mutated, mutationOf, PATIENCE, post } from "../support/malformed"
import {
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

/** Each value of another client beside one of the same form that nobody has. */
const pairs = () =>
  fc.constantFrom<[member: string, theirs: string, nobodys: string]>(
    ["client_id", other.client_id, `a2a_${"0".repeat(24)}`],
    ["token", other.access_token, `gwa_${"0".repeat(43)}`],
    ["token", other.refresh_token, `gwr_${"0".repeat(43)}`],
    ["refresh_token", other.refresh_token, `gwr_${"0".repeat(43)}`],
    ["code", other.code, `gwc_${"0".repeat(43)}`]
  )

it(
  "what is another client's cannot be told from what does not exist, whatever else is wrong [OAUTH-20, OAUTH-21, OAUTH-40]",
  { timeout: PATIENCE },
  async () => {
    const { client_id, client_secret = "" } = client
    const { verifier: code_verifier } = newPkce()
    const own = { client_id, client_secret, code_verifier, redirect_uri: REDIRECT_URI, token: "gwa_x" }
    const request = fc.record({
      pair: pairs(),
      grant_type: fc.constantFrom("authorization_code", "refresh_token"),
      endpoint: fc.constantFrom("token", "introspect", "revoke"),
      change: fc.option(mutationOf([...Object.keys(own), "scope", "grant_type"]), { nil: undefined }),
    })
    await always(request, async ({ pair: [member, theirs, nobodys], grant_type, endpoint, change }) => {
      const ask = (value: string) => answer(endpoint, { ...own, grant_type, [member]: value }, change)
      expect(await ask(theirs)).toEqual(await ask(nobodys))
    })
    for (const token of [other.access_token, other.refresh_token])
      expect((await postForm("introspect", other, { token })).body).toMatchObject({ active: true })
  }
)

async function answer(endpoint: string, form: Record<string, string>, change: Mutation | undefined) {
  const body = change ? mutated(form, change) : new URLSearchParams(form)
  const response = await post(oauthUrl(endpoint), body)
  const { date: _date, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, text: await response.text() }
}
