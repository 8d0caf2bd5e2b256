import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const only = (...origins: string[]) => [
  `alter table gw_payment drop constraint if exists gw_payment_origin_check`,
  `alter table gw_payment add constraint gw_payment_origin_check
     check (origin in (${origins.map((origin) => `'${origin}'`).join(", ")}))`,
]

const REFUSE_TO_FORGET_MONEY = `do $$ begin
  if exists (select from gw_payment where origin = 'standing'
               and (captured_amount > 0 or status not in ('declined', 'expired', 'canceled', 'voided')))
  then raise exception 'There are payments of orders that stand, which would be forgotten.';
  end if;
end $$`

/**
 * An order that is there, and stands, can be paid, too: again when that came to nothing. An order that is placed for its
 * payment has one for ever.
 */
export class Migration20261122001271 extends Migration {
  override async up(): Promise<void> {
    for (const statement of only("order", "cart", "standing")) this.addSql(statement)
    this.addSql(
      `create unique index if not exists gw_payment_one_order on gw_payment (order_id) where origin <> 'standing'`
    )
    this.addSql(`alter table gw_payment drop constraint if exists gw_payment_order_id_key`)
  }

  override async down(): Promise<void> {
    this.addSql(REFUSE_TO_FORGET_MONEY)
    this.addSql(`delete from gw_payment where origin = 'standing'`)
    for (const statement of only("order", "cart")) this.addSql(statement)
    this.addSql(`alter table gw_payment add constraint gw_payment_order_id_key unique (order_id)`)
    this.addSql(`drop index if exists gw_payment_one_order`)
  }
}
