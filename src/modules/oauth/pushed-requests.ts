import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest, newSecret } from "../../domain/secrets"
import { inSeconds, LIFETIMES } from "./clock"

const PREFIX = "urn:ietf:params:oauth:request_uri:"

/** The reference in a `request_uri`; undefined for another URI. */
export const referenceIn = (request_uri: string): string | undefined =>
  request_uri.startsWith(PREFIX) ? request_uri.slice(PREFIX.length) : undefined

/** A stored request: its reference, and the seconds for which it can be used. */
export interface PushedRequest {
  readonly request_uri: string
  readonly expires_in: number
}

/** Authorization requests that clients sent to the store directly (RFC 9126). Their references are stored as hashes. */
export class PushedRequests {
  constructor(private readonly knex: Knex) {}

  /** Stores the parameters of a client's request under a new reference. */
  async push(client_id: string, parameters: URLSearchParams): Promise<PushedRequest> {
    const reference = newSecret("gwp")
    await this.knex("gw_oauth_pushed_request").insert({
      id: digest(reference),
      client_id,
      parameters: parameters.toString(),
      expires_at: inSeconds(this.knex, LIFETIMES.pushed),
    })
    return { request_uri: PREFIX + reference, expires_in: LIFETIMES.pushed }
  }

  /**
   * Takes a client's request out of the store. Of concurrent attempts, one gets its parameters and the others get
   * undefined, as for an unknown, used or expired reference, and for one of another client, which stays usable.
   */
  async take(client_id: string, request_uri: string): Promise<URLSearchParams | undefined> {
    const reference = referenceIn(request_uri)
    if (reference === undefined) return undefined
    const { rows } = await this.knex.raw<{ rows: { parameters: string }[] }>(
      `delete from gw_oauth_pushed_request where id = ? and client_id = ? and expires_at > now()
       returning parameters`,
      [digest(reference), client_id]
    )
    return rows[0] && new URLSearchParams(rows[0].parameters)
  }
}
