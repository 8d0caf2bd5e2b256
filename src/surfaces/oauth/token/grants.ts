import type { IssuedTokens } from "../../../modules/oauth/issue-tokens"
import type { TokenLifetimes } from "../../../domain/token-lifetimes"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../call"
import { authorizationCode } from "./authorization-code"
import { refreshToken } from "./refresh-token"

/** A client that has proved itself and wants tokens, and how long these will live. */
export interface Exchange {
  readonly form: Readonly<Record<string, string>>
  readonly client: Client
  readonly lifetimes: TokenLifetimes
  readonly call: Call
}

/** What an authenticated client can exchange for tokens; throws `invalid_grant` and its kin. */
export type Grant = (exchange: Exchange) => Promise<IssuedTokens>

/** The grant types, by the name they have on the wire. */
export const GRANTS = {
  authorization_code: authorizationCode,
  refresh_token: refreshToken,
} satisfies Record<string, Grant>

export function isGrantType(text: string): text is keyof typeof GRANTS {
  return Object.hasOwn(GRANTS, text)
}
