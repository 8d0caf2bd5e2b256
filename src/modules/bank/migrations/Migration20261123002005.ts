import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { AUDIT_STAFF_ACTION, AUDITED_ACTIONS } from "./functions/audit-staff-action"
import { COUNT_UNPLACED } from "./functions/count-unplaced"
import { FORGET_MESSAGES } from "./functions/forget-messages"
import { RECORD_REVENUE, REVENUE_TRIGGERS } from "./functions/record-revenue"
import { RELEASE_UNPAID_HOLD, UNPAID_HOLD_TRIGGER } from "./functions/release-unpaid-hold"
import { STORE_MESSAGES } from "./functions/store-messages"
import { CARDS } from "./tables/card"
import { EVENTS } from "./tables/event"
import { OPERATIONS } from "./tables/operation"
import { PAYMENTS } from "./tables/payment"
import { BOOKS, SETTLEMENTS } from "./tables/settlement"
import { UNPAID_HOLDS } from "./tables/unpaid-hold"

const TABLES = [...PAYMENTS, ...CARDS, ...OPERATIONS, ...EVENTS, ...SETTLEMENTS, ...BOOKS, ...UNPAID_HOLDS]

const FUNCTIONS = [
  STORE_MESSAGES,
  FORGET_MESSAGES,
  RECORD_REVENUE,
  COUNT_UNPLACED,
  AUDIT_STAFF_ACTION,
  RELEASE_UNPAID_HOLD,
]

const TRIGGERS = [
  ...AUDITED_ACTIONS.map(([name, table, rest]) => `${name} ${rest.replace("TABLE", table)}`),
  ...REVENUE_TRIGGERS.map((trigger) => `${trigger} execute function gw_client_revenue_record()`),
  `gw_bank_event_forget before insert or update of payload on gw_bank_event for each row
     execute function gw_bank_event_forget()`,
  `gw_funnel_unplaced after delete on gw_payment for each row
     when (old.client_id is not null and old.version = 0) execute function gw_funnel_count_unplaced()`,
  UNPAID_HOLD_TRIGGER,
].map((trigger) => `create or replace trigger ${trigger}`)

/** Creates the tables, functions and triggers of the bank module. */
export class Migration20261123002005 extends Migration {
  override async up(): Promise<void> {
    for (const statement of [...TABLES, ...FUNCTIONS, ...TRIGGERS]) this.addSql(statement)
  }

  override async down(): Promise<void> {
    this.addSql(
      `drop table if exists gw_bank_rejection, gw_unpaid_hold, gw_client_revenue, gw_book_check, gw_review, gw_refund_baseline, gw_order_cancellation, gw_cart_lock, gw_effect,
         gw_bank_cursor, gw_bank_nonce, gw_bank_event, gw_bank_operation, gw_hand_off, gw_card_token, gw_scan_cursor,
         gw_payment`
    )
    this.addSql(
      `drop function if exists gw_unpaid_hold_release, gw_audit_staff_action, gw_funnel_count_unplaced, gw_client_revenue_record, gw_bank_event_forget, gw_store_messages`
    )
  }
}
