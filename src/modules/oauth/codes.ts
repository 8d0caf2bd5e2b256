import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"
import type { TokenLifetimes } from "../../domain/token-lifetimes"
import { type Binding, issueTokens, type IssuedTokens } from "./issue-tokens"
import type { AuthorizationCode } from "./models/authorization-code"
import type { Grant } from "./models/grant"
import { revokeIfReplayed } from "./revoke-if-replayed"

/** An authorization code with the data of its consent. */
export type CodeWithGrant = Pick<AuthorizationCode, "redirect_uri" | "challenge" | "dpop_jkt"> &
  Pick<Grant, "client_id" | "resource">

/** The authorization codes. */
export class Codes {
  constructor(private readonly knex: Knex) {}

  /** The code with the data of its consent, whether or not it can still be redeemed. */
  find(code: string): Promise<CodeWithGrant | undefined> {
    return this.knex("gw_oauth_code as c")
      .join("gw_oauth_grant as g", "g.id", "c.grant_id")
      .where("c.hash", digest(code))
      .first("c.redirect_uri", "c.challenge", "c.dpop_jkt", "g.client_id", "g.resource")
  }

  /**
   * Exchanges the code for tokens, once. Of concurrent attempts, one succeeds and the others get undefined. A
   * replay after the grace period also revokes the consent, because the code may be stolen (OAuth 2.1 §4.1.3). A code
   * that is bound to a key gives tokens only for that key.
   */
  async redeem(code: string, lifetimes: TokenLifetimes, binding: Binding): Promise<IssuedTokens | undefined> {
    const hash = digest(code)
    const tokens = await this.knex.transaction(async (trx) => {
      const grant = await consume(trx, hash, binding)
      if (!grant) return undefined
      const { id: grant_id, scopes, authorization_details: details } = grant
      return issueTokens(trx, { grant_id, details, granted: scopes, wanted: scopes, lifetimes, binding })
    })
    if (!tokens) await revokeIfReplayed(this.knex, "gw_oauth_code", hash)
    return tokens
  }
}

type Consumed = Pick<Grant, "id" | "scopes" | "authorization_details">

async function consume(trx: Knex, hash: string, { access }: Binding): Promise<Consumed | undefined> {
  const { rows } = await trx.raw<{ rows: Consumed[] }>(
    `update gw_oauth_code c set used_at = now() from gw_oauth_grant g
     where c.hash = ? and c.used_at is null and c.expires_at > now() and g.id = c.grant_id and g.revoked_at is null
       and (c.dpop_jkt is null or c.dpop_jkt = ?)
     returning g.id, g.scopes, g.authorization_details`,
    [hash, access]
  )
  return rows[0]
}
