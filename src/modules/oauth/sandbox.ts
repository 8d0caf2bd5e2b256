import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Flavor } from "../../domain/scopes"
import { digest, newSecret } from "../../domain/secrets"
import { changeByStaff } from "../../lib/staff-audit"

/** A sandbox credential without its secret. */
export interface SandboxCredential {
  readonly flavor: Flavor
  readonly created_at: Date
}

/** Credentials for local testing, one per flavor. The gates decide where they are accepted. */
export class Sandbox {
  constructor(private readonly knex: Knex) {}

  list(): Promise<SandboxCredential[]> {
    return this.knex("gw_oauth_sandbox")
      .whereNotNull("hash")
      .select<SandboxCredential[]>("flavor", "created_at")
      .orderBy("flavor")
  }

  /** Replaces the credential of a flavor. The new one is returned and stored only as a hash. */
  async issue(flavor: Flavor, by: string): Promise<string> {
    const token = newSecret(`gwsandbox_${flavor}`)
    await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_sandbox")
        .insert({ flavor, hash: digest(token), created_at: trx.fn.now(), updated_by: by })
        .onConflict("flavor")
        .merge()
    )
    return token
  }

  /** Deletes the credential of a flavor. False if there is none. */
  async disable(flavor: string, by: string): Promise<boolean> {
    const ended = await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_sandbox").where({ flavor }).whereNotNull("hash").update({ hash: null, updated_by: by })
    )
    return ended > 0
  }
}
