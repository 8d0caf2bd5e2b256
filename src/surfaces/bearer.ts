import type { Call } from "./call"

/** The token of the Authorization header (RFC 6750 §2.1); nowhere else is one looked for. */
export function bearerIn({ headers }: Pick<Call, "headers">): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(headers.authorization ?? "")?.[1]
}
