import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const REFUSE_TO_FORGET_ORDERS = `do $$ begin
  if exists (select from gw_payment where amount = 0)
  then raise exception 'There are orders for which nothing was to be paid, which would be forgotten.';
  end if;
end $$`

const amounts = (condition: string) => [
  `alter table gw_payment drop constraint if exists gw_payment_amount_check`,
  `alter table gw_payment add constraint gw_payment_amount_check check (${condition})`,
]

/** An order of an agent's for which nothing is to be paid: nothing else is of no amount. */
export class Migration20261122001300 extends Migration {
  override async up(): Promise<void> {
    for (const statement of amounts("amount > 0 or amount = 0 and status = 'nothing_due'"))
      this.addSql(statement)
  }

  override async down(): Promise<void> {
    this.addSql(REFUSE_TO_FORGET_ORDERS)
    for (const statement of amounts("amount > 0")) this.addSql(statement)
  }
}
