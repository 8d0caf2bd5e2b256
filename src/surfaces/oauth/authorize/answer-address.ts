import type { Call } from "../../call"

/**
 * Where the browser takes the answer: the redirect URI as registered, with the answer, the client's state and our
 * issuer (RFC 9207) behind whatever query it has.
 */
export function answerAddress(
  call: Call,
  { redirect_uri, state }: { redirect_uri: string; state: string | null | undefined },
  answer: Record<string, string>
): string {
  const query = new URLSearchParams({ ...answer, ...(state && { state }), iss: call.base_url })
  return `${redirect_uri}${redirect_uri.includes("?") ? "&" : "?"}${query}`
}
