import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest, newSecret } from "../../domain/secrets"
import { changeByStaff } from "../../staff-change"

/** The token a merchant hands to those who may register a client (RFC 7591 §3). There is one at most. */
export class RegistrationToken {
  constructor(private readonly knex: Knex) {}

  /** When the token was made; undefined where there is none. */
  async find(): Promise<{ created_at: Date } | undefined> {
    return this.knex("gw_oauth_registration_token").whereNotNull("hash").first("created_at")
  }

  async matches(token: string): Promise<boolean> {
    const found = await this.knex("gw_oauth_registration_token")
      .where({ hash: digest(token) })
      .first("id")
    return found !== undefined
  }

  /** Makes a token in place of the one there was. It is returned here and kept nowhere. */
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

  /** Ends the token; false when there is none. */
  async end(by: string): Promise<boolean> {
    const ended = await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_registration_token").whereNotNull("hash").update({ hash: null, updated_by: by })
    )
    return ended > 0
  }
}
