import { StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client"
import { Client as NewClient } from "@modelcontextprotocol/client"
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { type Person, consent, REDIRECT_URI } from "./oauth-client"
import { world } from "./world"

type Provider = OAuthClientProvider & { saveClientInformation: object; readonly kept: Kept }

/** What an assistant keeps of its authorization. */
interface Kept {
  client?: { client_id: string; scope?: string }
  tokens?: { access_token: string; scope?: string }
  verifier?: string
  opened?: URL
}

/** The metadata of an assistant. */
export const ASSISTANT = {
  client_name: "Assistant",
  redirect_uris: [REDIRECT_URI],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
}

/**
 * An assistant whose person consents in a browser. It registers itself, or is identified by the URL of its metadata document.
 */
function assistant(clientMetadataUrl?: string): Provider {
  const kept: Kept = {}
  return {
    kept,
    redirectUrl: REDIRECT_URI,
    clientMetadata: ASSISTANT,
    ...(clientMetadataUrl && { clientMetadataUrl }),
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client as Kept["client"]),
    tokens: () => kept.tokens as ReturnType<OAuthClientProvider["tokens"]>,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.opened = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
  }
}

/** The authorization of an official client, from the first refusal to its list of tools. */
export interface Authorized {
  readonly registered: string
  readonly requested: URL
  readonly token: string
  readonly tools: string[]
  /** Connects again with the same tokens, or with those that the client gets for them, and returns the new access token. */
  reconnect(): Promise<string>
}

const INFO = { name: "test", version: "1" }

/** An official client: `sdk` 1.32, or `client` 2.4 with how it chooses the version of MCP. */
export type OfficialClient = "1.32" | "2.4" | "2.4, automatic" | "2.4, pinned to 2026-07-28"

function newClient(version: Exclude<OfficialClient, "1.32">): NewClient {
  const mode = {
    "2.4": "legacy",
    "2.4, automatic": "auto",
    "2.4, pinned to 2026-07-28": { pin: "2026-07-28" },
  } as const
  return new NewClient(INFO, { versionNegotiation: { mode: mode[version] } })
}

/**
 * Connects an official client, which finds, registers and authorizes everything by its own code. With the URL of its
 * metadata document it does not register.
 */
export async function authorizeBy(
  version: OfficialClient,
  path: string,
  person: Person = "customer",
  document?: string
): Promise<Authorized> {
  const address = new URL(world().base_url + path)
  const provider = assistant(document)
  const transport = () =>
    version === "1.32"
      ? new OldTransport(address, { authProvider: provider })
      : new NewTransport(address, { authProvider: provider })
  const connect = async (by: ReturnType<typeof transport>) => {
    const client = version === "1.32" ? new OldClient(INFO) : newClient(version)
    await (client.connect as (to: unknown) => Promise<void>)(by)
    return client
  }
  const first = transport()
  await connect(first).then(
    () => Promise.reject(new Error("it connected without a token")),
    (error: Error) => {
      if (!provider.kept.opened) throw error
    }
  )
  const requested = provider.kept.opened as URL
  const answered = await consent(requested, person)
  const [code, iss] = ["code", "iss"].map((name) => answered.searchParams.get(name) ?? "")
  await (first.finishAuth as (code: string, iss?: string) => Promise<void>)(code ?? "", iss)
  const listed = async () => {
    const client = await connect(transport())
    const { tools } = await client.listTools()
    await client.close()
    return tools.map(({ name }) => name)
  }
  const tokenNow = () => provider.kept.tokens?.access_token ?? ""
  const tools = await listed()
  const registered = provider.kept.client?.scope ?? ""
  return { registered, requested, token: tokenNow(), tools, reconnect: () => listed().then(tokenNow) }
}
