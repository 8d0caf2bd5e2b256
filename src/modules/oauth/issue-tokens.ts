import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CardCharges } from "../../domain/card-mandate"
import { digest, newSecret } from "../../domain/secrets"
import type { TokenLifetimes } from "../../domain/token-lifetimes"
import { inSeconds } from "./clock"

/** A pair of tokens in plain text. The database stores only their hashes. */
export interface IssuedTokens {
  readonly access_token: string
  readonly refresh_token: string
  /** The lifetime of the access token in seconds. */
  readonly expires_in: number
  readonly scopes: readonly string[]
  readonly authorization_details: readonly CardCharges[] | null
}

/** The keys to which tokens are bound (RFC 9449), by their thumbprints; null for bearer tokens. */
export interface Binding {
  readonly access: string | null
  /** Null for a client that authenticates: its refresh token is of no use without its credentials. */
  readonly refresh: string | null
}

interface Issue {
  readonly grant_id: string
  /** The mandates of the consent. */
  readonly details: readonly CardCharges[] | null
  /** All scopes of the consent; the refresh token keeps them all (RFC 6749 §6). */
  readonly granted: readonly string[]
  /** The scopes of the access token. */
  readonly wanted: readonly string[]
  readonly parent_hash?: string
  readonly lifetimes: TokenLifetimes
  readonly binding: Binding
}

/**
 * Creates an access token and a refresh token, inside the transaction that consumes the code or the former
 * refresh token.
 */
export async function issueTokens(trx: Knex, issue: Issue): Promise<IssuedTokens> {
  const { grant_id, granted, wanted, parent_hash = null, lifetimes, details, binding } = issue
  const [access_token, refresh_token] = [newSecret("gwa"), newSecret("gwr")]
  const both = { grant_id, parent_hash }
  await trx("gw_oauth_token").insert([
    {
      ...both,
      kind: "access",
      jkt: binding.access,
      hash: digest(access_token),
      scopes: wanted,
      expires_at: inSeconds(trx, lifetimes.access),
    },
    {
      ...both,
      kind: "refresh",
      jkt: binding.refresh,
      hash: digest(refresh_token),
      scopes: granted,
      expires_at: refreshEnd(trx, grant_id, lifetimes),
    },
  ])
  return {
    access_token,
    refresh_token,
    expires_in: lifetimes.access,
    scopes: wanted,
    authorization_details: details,
  }
}

function refreshEnd(trx: Knex, grant_id: string, { refresh, consent }: TokenLifetimes): Knex.Raw {
  return trx.raw(
    `(select least(now() + make_interval(secs => ?), created_at + make_interval(secs => ?))
      from gw_oauth_grant where id = ?)`,
    [refresh, consent, grant_id]
  )
}
