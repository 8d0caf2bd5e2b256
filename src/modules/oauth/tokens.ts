import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"
import type { TokenLifetimes } from "../../domain/token-lifetimes"
import { findLiveToken, type LiveToken } from "./introspection"
import { type Binding, issueTokens, type IssuedTokens } from "./issue-tokens"
import type { Grant } from "./models/grant"
import type { Token } from "./models/token"
import { revokeIfReplayed } from "./revoke-if-replayed"

/** A refresh token's consent. */
export type RefreshWithGrant = Pick<Grant, "client_id" | "scopes" | "resource"> & Pick<Token, "jkt">

/** Tokens as their clients use them. A refresh token can be exchanged once. */
export class Tokens {
  constructor(private readonly knex: Knex) {}

  /** The token, if it belongs to this client and is live. */
  findLive(token: string, client_id: string): Promise<LiveToken | undefined> {
    return findLiveToken(this.knex, token, client_id)
  }

  /** Revokes a client's access token; for a refresh token, revokes the whole consent. */
  revoke(token: string, client_id: string): Promise<void> {
    return revokeToken(this.knex, token, client_id)
  }

  /** The consent of a refresh token, whether or not the token can still be used. */
  findRefresh(token: string): Promise<RefreshWithGrant | undefined> {
    return this.knex("gw_oauth_token as t")
      .join("gw_oauth_grant as g", "g.id", "t.grant_id")
      .where({ "t.hash": digest(token), "t.kind": "refresh" })
      .first("g.client_id", "g.scopes", "g.resource", "t.jkt")
  }

  /**
   * Exchanges a refresh token for a new pair, once. The new access token has the scopes `wanted`. Of concurrent
   * attempts, one succeeds and the others get undefined, as for another key than the token's. Reuse after the grace period also revokes the consent.
   */
  async rotate(
    token: string,
    wanted: readonly string[] | undefined,
    lifetimes: TokenLifetimes,
    binding: Binding
  ): Promise<IssuedTokens | undefined> {
    const hash = digest(token)
    const tokens = await this.knex.transaction(async (trx) => {
      const grant = await consume(trx, hash, binding)
      if (!grant) return undefined
      const { id: grant_id, scopes: granted, authorization_details: details } = grant
      return issueTokens(trx, {
        grant_id,
        details,
        granted,
        wanted: wanted ?? granted,
        parent_hash: hash,
        lifetimes,
        binding,
      })
    })
    if (!tokens) await revokeIfReplayed(this.knex, "gw_oauth_token", hash)
    return tokens
  }
}

type Consumed = Pick<Grant, "id" | "scopes" | "authorization_details">

async function consume(trx: Knex, hash: string, { access }: Binding): Promise<Consumed | undefined> {
  const { rows } = await trx.raw<{ rows: Consumed[] }>(
    `update gw_oauth_token t set used_at = now() from gw_oauth_grant g
     where t.hash = ? and t.kind = 'refresh' and t.used_at is null and t.revoked_at is null
       and t.expires_at > now() and g.id = t.grant_id and g.revoked_at is null
       and (t.jkt is null or t.jkt = ?)
     returning g.id, g.scopes, g.authorization_details`,
    [hash, access]
  )
  return rows[0]
}

/**
 * Revokes a token of this client (RFC 7009 §2.1). An access token is revoked alone. A refresh token, even an
 * exchanged one, revokes the consent and all its tokens. Another client's token stays unchanged.
 */
async function revokeToken(knex: Knex, token: string, client_id: string): Promise<void> {
  const own = [digest(token), client_id]
  await knex.raw(
    `update gw_oauth_token t set revoked_at = now() from gw_oauth_grant g
     where t.hash = ? and g.client_id = ? and t.kind = 'access' and t.revoked_at is null and g.id = t.grant_id`,
    own
  )
  await knex.raw(
    `update gw_oauth_grant g set revoked_at = now(), revoked_reason = 'revoked_by_client' from gw_oauth_token t
     where t.hash = ? and g.client_id = ? and t.kind = 'refresh' and g.revoked_at is null and g.id = t.grant_id`,
    own
  )
}
