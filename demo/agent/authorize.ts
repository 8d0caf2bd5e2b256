import { createHash, randomBytes } from "node:crypto"
import { DemoFailure } from "../failure"
import type { Login } from "../shop/logins"
import { expectJson, expectMember, type Json } from "./answers"
import { browse } from "./browser"
import type { Talk } from "./talk"

/** The redirect URI for the code. Nothing listens there: the script reads the code from the redirect itself. */
const REDIRECT_URI = "http://127.0.0.1:8765/callback"

/** The registration data of an agent, and the scopes it requests. */
export interface AgentKind {
  client_name: string
  client_type: string
  scopes: string[]
}

const SAMPLE_AGENT: AgentKind = {
  client_name: "Sample agent",
  client_type: "a2a_agent",
  scopes: ["a2a:payments:read", "a2a:payments:create", "a2a:payments:refund"],
}

/** A registered client. */
export interface AgentClient {
  client_id: string
  client_secret: string
}

/** The tokens of a consent. */
export interface AgentTokens {
  access_token: string
  refresh_token: string
}

/** Registers this script as a client (RFC 7591); by default as an A2A client. */
export async function register(server: Json, talk: Talk, kind = SAMPLE_AGENT): Promise<AgentClient> {
  const answer = await talk("POST", expectMember(server, "registration_endpoint", "The server's metadata"), {
    json: { ...kind, redirect_uris: [REDIRECT_URI] },
  })
  const client = expectJson(answer, 201, "Registration")
  return {
    client_id: expectMember(client, "client_id", "Registration"),
    client_secret: expectMember(client, "client_secret", "Registration"),
  }
}

/**
 * Runs the authorization code flow with PKCE (RFC 7636), with the login and consent of `person` in the real pages.
 * Returns the tokens.
 */
export async function authorize(
  server: Json,
  client: AgentClient,
  person: Login,
  talk: Talk,
  { scopes } = SAMPLE_AGENT
): Promise<AgentTokens> {
  const verifier = randomBytes(32).toString("base64url")
  const state = randomBytes(12).toString("base64url")
  const url = new URL(expectMember(server, "authorization_endpoint", "The server's metadata"))
  url.search = String(authorizationRequest(client, verifier, state, scopes))
  const answers = { email: person.email, username: person.email, password: person.password }
  const back = await browse(url.href, REDIRECT_URI, answers, talk)
  return redeem(server, client, codeFrom(back, state), verifier, talk)
}

function authorizationRequest({ client_id }: AgentClient, verifier: string, state: string, scopes: string[]) {
  return new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: REDIRECT_URI,
    scope: scopes.join(" "),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  })
}

function codeFrom({ searchParams }: URL, state: string): string {
  const code = searchParams.get("code")
  if (code && searchParams.get("state") === state) return code
  const reason = searchParams.get("error_description") ?? searchParams.get("error") ?? "the state differs"
  throw new DemoFailure(`The consent page returned no authorization code: ${reason}.`)
}

async function redeem(
  server: Json,
  client: AgentClient,
  code: string,
  code_verifier: string,
  talk: Talk
): Promise<AgentTokens> {
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString("base64")
  const answer = await talk("POST", expectMember(server, "token_endpoint", "The server's metadata"), {
    headers: { authorization: `Basic ${basic}` },
    form: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier,
    }),
  })
  const tokens = expectJson(answer, 200, "The token endpoint")
  return {
    access_token: expectMember(tokens, "access_token", "The token endpoint"),
    refresh_token: expectMember(tokens, "refresh_token", "The token endpoint"),
  }
}
