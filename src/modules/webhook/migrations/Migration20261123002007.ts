import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { AUDITED } from "./functions/audited"
import { LEASE } from "./functions/lease"
import { RECORD } from "./functions/record"
import { DISABLE, SETTLE } from "./functions/settle"
import { DELIVERIES } from "./tables/delivery"
import { EVENTS } from "./tables/event"
import { SUBSCRIPTIONS } from "./tables/subscription"

const TABLES = [...SUBSCRIPTIONS, ...EVENTS, ...DELIVERIES]

const FUNCTIONS = [RECORD, LEASE, DISABLE, SETTLE]

const TRIGGERS = AUDITED.map((trigger) => `create or replace trigger ${trigger}`)

/** Creates the tables, functions and triggers of webhooks. */
export class Migration20261123002007 extends Migration {
  override async up(): Promise<void> {
    for (const statement of [...TABLES, ...FUNCTIONS, ...TRIGGERS]) this.addSql(statement)
  }

  override async down(): Promise<void> {
    for (const name of ["attempt", "sweep", "delivery", "event", "sequence", "platform", "subscription"])
      this.addSql(`drop table if exists gw_webhook_${name}`)
    this.addSql(
      `drop function if exists gw_webhook_record, gw_webhook_lease, gw_webhook_disable, gw_webhook_settle`
    )
  }
}
