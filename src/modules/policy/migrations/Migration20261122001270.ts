import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { ADMIT_BY_SWITCH, ADMIT_UNLESS_STOPPED } from "./functions/admit"

/** What a function returns can only be changed by making it anew. */
const FORGET = "drop function if exists gw_admit(jsonb)"

/** ACP and the shopper's own app are switched by themselves, and are off until the merchant wants them. */
export class Migration20261122001270 extends Migration {
  override async up(): Promise<void> {
    for (const surface of ["acp", "app"])
      this.addSql(
        `alter table gw_setting add column if not exists ${surface}_enabled boolean not null default false`
      )
    this.addSql(FORGET)
    this.addSql(ADMIT_BY_SWITCH)
  }

  override async down(): Promise<void> {
    this.addSql(FORGET)
    this.addSql(ADMIT_UNLESS_STOPPED)
    for (const surface of ["acp", "app"])
      this.addSql(`alter table gw_setting drop column if exists ${surface}_enabled`)
  }
}
