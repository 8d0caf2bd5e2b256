import type { IssuedTokens } from "../../../modules/oauth/issue-tokens"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../call"
import { authorizationCode } from "./authorization-code"
import { refreshToken } from "./refresh-token"

/** What an authenticated client can exchange for tokens; throws `invalid_grant` and its kin. */
export type Grant = (
  form: Readonly<Record<string, string>>,
  client: Client,
  call: Call
) => Promise<IssuedTokens>

/** The grant types, by the name they have on the wire. */
export const GRANTS = {
  authorization_code: authorizationCode,
  refresh_token: refreshToken,
} satisfies Record<string, Grant>

export function isGrantType(text: string): text is keyof typeof GRANTS {
  return Object.hasOwn(GRANTS, text)
}
