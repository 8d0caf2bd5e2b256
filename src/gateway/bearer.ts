import type { Call } from "./call"

/** The token of the Authorization header (RFC 6750 §2.1). Tokens in the query or body are not accepted. */
export function bearerIn({ headers }: Pick<Call, "headers">): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(headers.authorization ?? "")?.[1]
}
