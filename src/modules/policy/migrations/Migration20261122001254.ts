import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import {
  AUDIT_CHANGE_BY_REQUEST,
  AUDIT_CHANGE_OR_DECISION,
  AUDIT_IS_APPEND_ONLY,
  AUDIT_KEEPS_LAST_REQUEST,
} from "./functions/audit"

/** The audit tells by which request staff have changed something, and which was the last one of those refused. */
export class Migration20261122001254 extends Migration {
  override async up(): Promise<void> {
    this.addSql(AUDIT_CHANGE_BY_REQUEST)
    this.addSql(AUDIT_KEEPS_LAST_REQUEST)
  }

  override async down(): Promise<void> {
    this.addSql(AUDIT_CHANGE_OR_DECISION)
    this.addSql(AUDIT_IS_APPEND_ONLY)
  }
}
