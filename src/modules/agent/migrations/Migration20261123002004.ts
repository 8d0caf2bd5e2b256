import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { COUNT_SESSIONS, SESSION_TRIGGERS } from "./functions/count-sessions"
import { ANNOUNCE_EVENTS, SCHEDULE_PUSH } from "./functions/task-events"
import { STATE_ORDER } from "./functions/task-state-order"
import { FUNNEL, IDEMPOTENCY, SESSIONS } from "./tables/session"
import { TASK_LISTS, TASKS, TASK_WORK } from "./tables/task"

const TABLES = [...TASKS, ...TASK_WORK, ...TASK_LISTS, ...SESSIONS, ...IDEMPOTENCY, ...FUNNEL]

const FUNCTIONS = [STATE_ORDER, SCHEDULE_PUSH, ANNOUNCE_EVENTS, COUNT_SESSIONS]

const afterEvents = (what: string) =>
  `gw_task_event_${what} after insert on gw_task_event referencing new table as written
     for each statement execute function gw_task_event_${what}()`

const TRIGGERS = [
  `gw_task_state_order before update of state on gw_task for each row execute function gw_task_state_order()`,
  ...["owe_push", "announce"].map(afterEvents),
  ...SESSION_TRIGGERS.map(
    (trigger) => `${trigger} for each statement execute function gw_funnel_count_sessions()`
  ),
].map((trigger) => `create or replace trigger ${trigger}`)

/** Creates the tables, functions and triggers of tasks and of agents' sessions. */
export class Migration20261123002004 extends Migration {
  override async up(): Promise<void> {
    for (const statement of [...TABLES, ...FUNCTIONS, ...TRIGGERS]) this.addSql(statement)
  }

  override async down(): Promise<void> {
    this.addSql(
      `drop table if exists gw_push_config, gw_task_event, gw_task, gw_storefront_hand_off, gw_session, gw_idempotency, gw_funnel, gw_funnel_since`
    )
    this.addSql(
      `drop function if exists gw_task_state_order, gw_task_event_announce, gw_task_event_owe_push, gw_funnel_count_sessions`
    )
  }
}
