import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest, newSecret } from "../../domain/secrets"
import { inSeconds, LIFETIMES } from "./clock"

/** `gw_oauth_account_session`: logins of customers on the page of their access. They are valid on that page only. */
export class AccountSessions {
  constructor(private readonly knex: Knex) {}

  /** Begins a session and returns its secret, of which only the SHA-256 is stored. */
  async begin(customer_id: string): Promise<string> {
    const secret = newSecret("gwas")
    const expires_at = inSeconds(this.knex, LIFETIMES.account_session)
    await this.knex("gw_oauth_account_session").insert({ hash: digest(secret), customer_id, expires_at })
    return secret
  }

  /** The customer of a session. Undefined if there is none with this secret, or if it has expired. */
  async customerOf(secret: string): Promise<string | undefined> {
    const session = this.knex<{ hash: string; customer_id: string; expires_at: Date }>(
      "gw_oauth_account_session"
    )
      .where({ hash: digest(secret) })
      .where("expires_at", ">", this.knex.fn.now())
    return (await session.first("customer_id"))?.customer_id
  }

  /** Ends a session. Safe to repeat. */
  async end(secret: string): Promise<void> {
    await this.knex("gw_oauth_account_session")
      .where({ hash: digest(secret) })
      .delete()
  }
}
