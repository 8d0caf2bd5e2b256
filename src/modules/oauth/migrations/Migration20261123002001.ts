import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { CLIENT_LISTS, CLIENTS } from "./tables/client"
import { CONSENTS } from "./tables/consent"

/** Creates the tables of the authorization server. */
export class Migration20261123002001 extends Migration {
  override async up(): Promise<void> {
    for (const statement of [...CLIENTS, ...CLIENT_LISTS, ...CONSENTS]) this.addSql(statement)
  }

  override async down(): Promise<void> {
    const tables = [
      "account_session",
      "registration_token",
      "sandbox",
      "attempt",
      "signature",
      "dpop_proof",
      "assertion",
      "token",
      "code",
      "grant",
      "pushed_request",
      "request",
      "client",
    ]
    for (const table of tables) this.addSql(`drop table if exists gw_oauth_${table}`)
  }
}
