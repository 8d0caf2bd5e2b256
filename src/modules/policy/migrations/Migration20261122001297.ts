import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * What one client seldom does is not looked for among all that others do. Client and type are one word in the index: of two
 * columns PostgreSQL may take the index of the type alone.
 */
export class Migration20261122001297 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index if not exists gw_audit_client_and_type on gw_audit ((client_id || ' ' || type), at, id)`
    )
    this.addSql(`drop index if exists gw_audit_client_type_newest`)
    this.addSql(
      `create index if not exists gw_approval_client_status
         on gw_approval ((client_id || ' ' || status), created_at, id)`
    )
    // PostgreSQL learns what is in an expression when it looks next.
    for (const table of ["gw_audit", "gw_approval"]) this.addSql(`analyze ${table}`)
  }

  override async down(): Promise<void> {
    for (const name of ["gw_audit_client_and_type", "gw_approval_client_status"])
      this.addSql(`drop index if exists ${name}`)
    this.addSql(
      `create index if not exists gw_audit_client_type_newest on gw_audit (client_id, type, at, id)`
    )
  }
}
