import type { Binding, IssuedTokens } from "../../../modules/oauth/issue-tokens"
import type { TokenLifetimes } from "../../../domain/token-lifetimes"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"

/** The token request of an authenticated client, the lifetimes of the tokens, and the keys to which they are bound. */
export interface Exchange {
  readonly form: Readonly<Record<string, string>>
  readonly client: Client
  readonly lifetimes: TokenLifetimes
  readonly binding: Binding
  readonly call: Call
}

/** Exchanges the grant of an authenticated client for tokens. Throws `invalid_grant` and other token errors. */
export type Grant = (exchange: Exchange) => Promise<IssuedTokens>
