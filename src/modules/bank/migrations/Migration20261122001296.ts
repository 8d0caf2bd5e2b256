import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { NOTE_TAKING, TAKING_TRIGGERS, TAKINGS_SO_FAR } from "./functions/note-taking"

const MONEY = `
  create index if not exists gw_payment_money on gw_payment (client_id, currency)
    include (announced_at, captured_amount, refunded_amount)
    where client_id is not null and (announced_at is not null or captured_amount > 0)`

/** What an agent has brought, and when the bank was last heard of, is told without reading all there is. */
export class Migration20261122001296 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create index if not exists gw_bank_event_newest on gw_bank_event (received_at)`)
    this.addSql(`
      create table if not exists gw_taking (
        id bigint generated always as identity primary key,
        client_id text not null,
        currency text not null,
        orders bigint not null,
        paid bigint not null,
        refunded bigint not null
      )`)
    this.addSql(
      `create index if not exists gw_taking_client on gw_taking (client_id, currency) include (orders, paid, refunded)`
    )
    this.addSql(NOTE_TAKING)
    // The triggers lock the payments until this is done, so that none is left out and none counts twice.
    for (const trigger of TAKING_TRIGGERS)
      this.addSql(`create or replace trigger ${trigger} execute function gw_taking_note()`)
    this.addSql(TAKINGS_SO_FAR)
    this.addSql(`drop index if exists gw_payment_money`)
  }

  override async down(): Promise<void> {
    this.addSql(MONEY)
    this.addSql(`drop function if exists gw_taking_note cascade`)
    this.addSql(`drop table if exists gw_taking`)
    this.addSql(`drop index if exists gw_bank_event_newest`)
  }
}
