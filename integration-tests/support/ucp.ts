import { expect } from "vitest"
import { mintTokens } from "./mint-tokens"
import { registerClient } from "./oauth-client"

export { callUcp, type UcpAnswer } from "./call-ucp"

/** A UCP client whose customer has granted all of its scopes, or these. */
export async function ucpToken(scope?: string): Promise<string> {
  const client = await registerClient({ client_type: "ucp_agent" })
  return (await mintTokens(client, "customer", { scope })).access_token
}

/** An operation that returns the capabilities negotiated for the call. */
export const AGREED = "/gw-ucp/v1/products/feed/probe"

/** The content of an error response, for readers of the service's errors and of UCP's. */
export function refusal(code: string, status: number, more: object = {}, message: object = {}): object {
  const text = expect.any(String) as string
  const severity = [400, 409, 413, 429].includes(status) ? "recoverable" : "unrecoverable"
  return {
    code,
    message: text,
    data: { status, ...more },
    content: text,
    detail: text,
    ucp: { version: "2026-04-08", status: "error" },
    messages: [{ type: "error", code, content: text, severity, ...message }],
  }
}

/** UCP's own error with status 200, without further members. */
export function errorEnvelope(code: string, version = "2026-04-08"): object {
  const content = expect.any(String) as string
  return {
    ucp: { version, status: "error" },
    messages: [{ type: "error", code, content, severity: "unrecoverable" }],
  }
}
