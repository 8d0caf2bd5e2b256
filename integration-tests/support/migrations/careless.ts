import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Creates an index in a way that blocks every write until it is built. */
export class IndexAtOnce extends Migration {
  override async up(): Promise<void> {
    this.addSql("create index gw_test_at_once on gw_payment (gw_test_read(id))")
  }
}

/** Adds a check in a way that blocks every read and write until all rows are validated. */
export class CheckAtOnce extends Migration {
  override async up(): Promise<void> {
    this.addSql("alter table gw_payment add constraint gw_test_at_once check (gw_test_read(id) <> '')")
  }
}

/** Waits for a lock without a timeout, so that all later statements wait behind it. */
export class LockWithoutTimeout extends Migration {
  override async up(): Promise<void> {
    this.addSql("alter table gw_payment add column if not exists gw_test_patient text")
  }
}
