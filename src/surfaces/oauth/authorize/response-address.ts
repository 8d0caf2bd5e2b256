import type { Call } from "../../../gateway/call"

/**
 * The address of the redirect to the client: the redirect URI as registered, with the response parameters, the client's
 * `state` and our issuer (RFC 9207) appended to its query.
 */
export function answerAddress(
  call: Call,
  { redirect_uri, state }: { redirect_uri: string; state: string | null | undefined },
  answer: Record<string, string>
): string {
  const query = new URLSearchParams({ ...answer, ...(state && { state }), iss: call.base_url })
  return `${redirect_uri}${redirect_uri.includes("?") ? "&" : "?"}${query}`
}
