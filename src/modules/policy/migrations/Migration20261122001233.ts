import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const INDEXES = {
  gw_audit_newest: "gw_audit (at, id)",
  gw_audit_type_newest: "gw_audit (type, at, id)",
  gw_audit_client_newest: "gw_audit (client_id, at, id)",
  gw_audit_client_type_newest: "gw_audit (client_id, type, at, id)",
}

/** Pages of the audit are found among a million entries, whatever they are narrowed to. */
export class Migration20261122001233 extends Migration {
  override async up(): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES))
      this.addSql(`create index if not exists ${name} on ${on}`)
    for (const name of ["gw_audit_client", "gw_audit_type"]) this.addSql(`drop index if exists ${name}`)
  }

  override async down(): Promise<void> {
    this.addSql(`create index if not exists gw_audit_client on gw_audit (client_id, id)`)
    this.addSql(`create index if not exists gw_audit_type on gw_audit (type, id)`)
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index if exists ${name}`)
  }
}
