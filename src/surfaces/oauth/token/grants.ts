import { authorizationCode } from "./authorization-code"
import type { Grant } from "./grant"
import { refreshToken } from "./refresh-token"

/** The grant types by their names on the wire. */
export const GRANTS = {
  authorization_code: authorizationCode,
  refresh_token: refreshToken,
} satisfies Record<string, Grant>

/** Whether the token endpoint has this grant type. */
export function isGrantType(text: string): text is keyof typeof GRANTS {
  return Object.hasOwn(GRANTS, text)
}
