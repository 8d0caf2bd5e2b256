import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { ADMIT } from "./functions/admit"
import { AUDIT_CHANGE, AUDIT_IS_APPEND_ONLY } from "./functions/audit"
import { AUDITED } from "./functions/audited"
import { COUNT_CALL } from "./functions/count-call"
import { APPROVALS, ERASURES } from "./tables/approval"
import { AUDITS } from "./tables/audit"
import { SETTINGS, TEST_RUN, USAGE } from "./tables/setting"

const TABLES = [...SETTINGS, ...USAGE, ...AUDITS, ...APPROVALS, ...ERASURES, ...TEST_RUN]

const FUNCTIONS = [COUNT_CALL, AUDIT_IS_APPEND_ONLY, AUDIT_CHANGE, ADMIT]

const TRIGGERS = [
  `gw_audit_append_only before update or delete on gw_audit for each row execute function gw_audit_append_only()`,
  `gw_audit_no_truncate before truncate on gw_audit execute function gw_audit_append_only()`,
  ...AUDITED,
].map((trigger) => `create or replace trigger ${trigger}`)

/** Creates the tables, functions and triggers of settings, audit log, approvals and erasures. */
export class Migration20261123002003 extends Migration {
  override async up(): Promise<void> {
    for (const statement of [...TABLES, ...FUNCTIONS, ...TRIGGERS]) this.addSql(statement)
  }

  override async down(): Promise<void> {
    for (const table of ["test_run", "erasure", "approval", "audit", "usage", "setting"])
      this.addSql(`drop table if exists gw_${table}`)
    this.addSql(
      `drop function if exists gw_admit, gw_count_call, gw_audit_change, gw_audit_append_only cascade`
    )
  }
}
