import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** An index that keeps every write waiting until it is made. */
export class IndexAtOnce extends Migration {
  override async up(): Promise<void> {
    this.addSql("create index gw_test_at_once on gw_payment (gw_test_read(id))")
  }
}

/** A check that keeps every read and write waiting until all rows were compared. */
export class CheckAtOnce extends Migration {
  override async up(): Promise<void> {
    this.addSql("alter table gw_payment add constraint gw_test_at_once check (gw_test_read(id) <> '')")
  }
}

/** A lock that is waited for without a bound, and everything that comes later waits behind it. */
export class PatientLock extends Migration {
  override async up(): Promise<void> {
    this.addSql("alter table gw_payment add column if not exists gw_test_patient text")
  }
}
