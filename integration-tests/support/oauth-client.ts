import { createHash, randomBytes } from "node:crypto"
import { ADMIN, CUSTOMER, type Login } from "../../demo/shop/logins"
import { type Flavor, scopesOf } from "../../src/domain/scopes"
import { sql } from "./database"
import { adminPost } from "./merchant"
import { OAuthBrowser, type Page } from "./oauth-browser"
import { world } from "./world"

/** The redirect URI. No server listens there: codes are read from the redirect. */
export const REDIRECT_URI = "https://agent.example/callback"

/** The people of the seeded store. */
export const PEOPLE = {
  admin: { ...ADMIN, kind: "user" },
  customer: { ...CUSTOMER, kind: "customer" },
} as const
export type PersonName = keyof typeof PEOPLE

/** A person of the seeded store by name, or another one by login. */
export type Person = PersonName | (Login & { readonly kind: string })
export const loginOf = (person: Person) => (typeof person === "string" ? PEOPLE[person] : person)

/** A registered client; a public one has no secret. */
export interface RegisteredClient {
  readonly client_id: string
  readonly client_secret?: string
  /** Its registered scopes, which `authorizeUrl` requests. */
  readonly scope?: string
}

/** The answer of the token endpoint. */
export interface TokenSet {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly scope: string
}

/** A JSON answer. */
export interface Answer<Body = Record<string, string>> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** The address of an OAuth endpoint of the store. */
export const oauthUrl = (path: string): string => `${world().base_url}/gw-ucp/oauth/v1/${path}`

/** Resets the attempt counters, because all tests come from one IP address. */
export const forgetAttempts = () => sql("delete from gw_oauth_attempt")

/** Posts client metadata with fresh attempt counters, and returns the answer, errors included. */
export async function postRegistration(metadata: object): Promise<Answer> {
  await forgetAttempts()
  const headers = { "content-type": "application/json" }
  return answerOf(
    await fetch(oauthUrl("register"), { method: "POST", headers, body: JSON.stringify(metadata) })
  )
}

interface Metadata {
  readonly client_type?: string
  readonly [member: string]: unknown
}

/** The scopes of a flavor without the one to read what other clients bought, which few tests need. */
const usualScopes = (client_type: string) =>
  scopesOf(client_type.split("_")[0] as Flavor).filter((scope) => scope !== "dev.ucp.shopping.order.all:read")

/**
 * Registers a client: by default an A2A client with all scopes. If only its scopes need the merchant's approval, it gets
 * it; with the setting `approval_required` it stays pending.
 */
export async function registerClient({
  client_type = "a2a_agent",
  ...metadata
}: Metadata = {}): Promise<RegisteredClient> {
  const { status, body } = await postRegistration({
    client_name: "Test agent",
    client_type,
    redirect_uris: [REDIRECT_URI],
    ...(!("scope" in metadata) && { scopes: usualScopes(client_type) }),
    ...metadata,
  })
  if (status !== 201) throw new Error(`registration answered ${status} ${JSON.stringify(body)}`)
  await sql(
    `update gw_oauth_client set status = 'approved'
      where id = $1 and status = 'pending' and not (select approval_required from gw_setting)`,
    [body.client_id]
  )
  return body as unknown as RegisteredClient
}

/** A PKCE pair (RFC 7636). */
export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") }
}

/** The authorization request of a client, for all its scopes. `changes` replaces parameters; undefined removes one. */
export function authorizeUrl(
  { client_id, scope }: Pick<RegisteredClient, "client_id" | "scope">,
  challenge: string,
  changes: Record<string, string | undefined> = {}
): URL {
  const url = new URL(oauthUrl("authorize"))
  const parameters: Record<string, string | undefined> = {
    response_type: "code",
    client_id,
    redirect_uri: REDIRECT_URI,
    state: "state-1",
    scope,
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** Opens an authorization request, logs in, and returns the page that follows. */
export async function openConsent(
  browser: OAuthBrowser,
  url: URL,
  { email, password }: Login
): Promise<Page> {
  const login = await follow(browser, await browser.open(url))
  if (!login.html.includes(">Log in</button>")) return login
  return follow(browser, await browser.submit(login, "Log in", { email, password }))
}

/** A person's own bearer token, by Medusa's login. */
export async function storeToken(person: Person): Promise<string> {
  const { kind, email, password } = loginOf(person)
  const login = await fetch(`${world().base_url}/auth/${kind}/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  return ((await login.json()) as { token: string }).token
}

/** Logs a person in to the store in this browser, as the admin and storefronts do: with Medusa's session. */
export async function logInToStore(browser: OAuthBrowser, person: Person): Promise<void> {
  const authorization = `Bearer ${await storeToken(person)}`
  const session = `${world().base_url}/auth/session`
  browser.receive(await fetch(session, { method: "POST", headers: { authorization } }))
}

/** The form token of a page. */
export const formTokenIn = ({ html }: Page): string => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ""

/** Opens the target of a redirect; returns other pages as they are. */
export async function follow(browser: OAuthBrowser, page: Page): Promise<Page> {
  return page.location ? browser.open(page.location) : page
}

/** Goes through login and consent for a client, and returns the redirect with the answer. */
export async function consent(url: URL, person: Person, button: "Allow" | "Refuse" = "Allow"): Promise<URL> {
  const browser = new OAuthBrowser()
  const { location, status, html } = await browser.submit(
    await openConsent(browser, url, loginOf(person)),
    button
  )
  if (!location) throw new Error(`the consent page answered ${status}: ${html}`)
  return location
}

/** A new authorization code and its code verifier. */
export async function obtainCode(
  client: RegisteredClient,
  person: Person,
  changes: Record<string, string | undefined> = {}
): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = newPkce()
  const code = (await consent(authorizeUrl(client, challenge, changes), person)).searchParams.get("code")
  if (!code) throw new Error("the consent brought no code")
  return { code, verifier }
}

/** The hash by which the server stores a secret. */
export const hash = (secret: string): string => createHash("sha256").update(secret).digest("base64url")

/** Posts a form to an endpoint, with the client's credentials in it; undefined removes a field. */
export async function postForm(
  endpoint: string,
  { client_id, client_secret }: Partial<RegisteredClient>,
  fields: Record<string, string | undefined>
): Promise<Answer> {
  const form = Object.entries({ client_id, client_secret, ...fields })
  const body = new URLSearchParams(form.filter((field): field is [string, string] => field[1] !== undefined))
  return answerOf(await fetch(oauthUrl(endpoint), { method: "POST", body }))
}

/** Posts to the token endpoint. */
export const postToken = (client: RegisteredClient, fields: Record<string, string | undefined>) =>
  postForm("token", client, fields)

/** Exchanges a code. `changes` replaces fields; undefined removes one. */
export function redeem(
  client: RegisteredClient,
  { code, verifier }: { code: string; verifier: string },
  changes: Record<string, string | undefined> = {}
): Promise<Answer> {
  const fields = {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT_URI,
  }
  return postToken(client, { ...fields, ...changes })
}

/** Exchanges a refresh token. */
export function refresh(
  client: RegisteredClient,
  refresh_token: string,
  changes: Record<string, string> = {}
): Promise<Answer> {
  return postToken(client, { grant_type: "refresh_token", refresh_token, ...changes })
}

/**
 * Obtains tokens for a client through the real pages and the token endpoint.
 * @example const { access_token } = await obtainTokens(await registerClient(), "admin", { scope:
 * "a2a:payments:read" })
 */
export async function obtainTokens(
  client: RegisteredClient,
  person: Person,
  changes: Record<string, string | undefined> = {}
): Promise<TokenSet> {
  const { status, body } = await redeem(client, await obtainCode(client, person, changes))
  if (status !== 200) throw new Error(`the token endpoint answered ${status} ${JSON.stringify(body)}`)
  return body as unknown as TokenSet
}

/** Switches surfaces on or off, or stops all agents, as a merchant does in the admin. */
export async function switchSurfaces(change: {
  a2a_enabled?: boolean
  ucp_enabled?: boolean
  acp_enabled?: boolean
  app_enabled?: boolean
  agents_stopped?: boolean
}): Promise<void> {
  const response = await adminPost("/admin/agentic-commerce/settings", change)
  if (!response.ok) throw new Error(`the settings answered ${response.status}`)
}

async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse((await response.text()) || "{}") as Answer["body"],
  }
}
