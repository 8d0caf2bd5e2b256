import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest, newSecret } from "../../domain/secrets"
import { changeByStaff } from "../../lib/staff-audit"

/** The initial access token that allows registering a client (RFC 7591 §3). There is at most one. */
export class RegistrationToken {
  constructor(private readonly knex: Knex) {}

  /** When the token was created. Undefined if there is none. */
  async find(): Promise<{ created_at: Date } | undefined> {
    return this.knex("gw_oauth_registration_token").whereNotNull("hash").first("created_at")
  }

  /** Whether this is the current token. */
  async matches(token: string): Promise<boolean> {
    const found = await this.knex("gw_oauth_registration_token")
      .where({ hash: digest(token) })
      .first("id")
    return found !== undefined
  }

  /** Replaces the token. The new token is returned and stored only as a hash. */
  async issue(by: string): Promise<string> {
    const token = newSecret("gwt")
    await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_registration_token")
        .insert({ id: true, hash: digest(token), created_at: trx.fn.now(), updated_by: by })
        .onConflict("id")
        .merge()
    )
    return token
  }

  /** Deletes the token. False if there is none. */
  async delete(by: string): Promise<boolean> {
    const deleted = await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_registration_token").whereNotNull("hash").update({ hash: null, updated_by: by })
    )
    return deleted > 0
  }
}
