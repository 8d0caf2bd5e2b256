import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { FORGET_MESSAGES } from "./functions/forget-messages"

/** Whose payments and cards are found, what of them was erased, and which messages are still kept to the letter. */
export class Migration20261122001262 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table gw_payment add column if not exists erasure_id text`)
    this.addSql(`alter table gw_card_token add column if not exists erasure_id text`)
    this.addSql(
      `create index if not exists gw_payment_email on gw_payment (lower(customer_email))
         where customer_email is not null`
    )
    this.addSql(
      `create index if not exists gw_payment_erased on gw_payment (erasure_id) where erasure_id is not null`
    )
    this.addSql(
      `create index if not exists gw_card_token_customer on gw_card_token (lower(customer_reference))`
    )
    this.addSql(
      `create index if not exists gw_card_token_erased on gw_card_token (erasure_id) where erasure_id is not null`
    )
    this.addSql(
      `create index if not exists gw_bank_event_card on gw_bank_event ((token ->> 'merchant_reference'))
         where token is not null`
    )
    this.addSql(
      `create index if not exists gw_bank_event_raw on gw_bank_event (received_at)
         where payload <> '' and processed_at is not null`
    )
    this.addSql(FORGET_MESSAGES)
    this.addSql(
      `create or replace trigger gw_bank_event_forget before insert or update of payload on gw_bank_event
         for each row execute function gw_bank_event_forget()`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop trigger if exists gw_bank_event_forget on gw_bank_event`)
    this.addSql(`drop function if exists gw_bank_event_forget`)
    for (const name of ["payment_email", "payment_erased", "card_token_customer", "card_token_erased"])
      this.addSql(`drop index if exists gw_${name}`)
    this.addSql(`drop index if exists gw_bank_event_card, gw_bank_event_raw`)
    this.addSql(`alter table gw_payment drop column if exists erasure_id`)
    this.addSql(`alter table gw_card_token drop column if exists erasure_id`)
  }
}
