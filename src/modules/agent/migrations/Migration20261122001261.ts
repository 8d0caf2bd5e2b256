import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Whose sessions and messages are found, and what of them was erased. */
export class Migration20261122001261 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table gw_session add column if not exists erasure_id text`)
    this.addSql(
      `create index if not exists gw_session_customer on gw_session (customer_id) where customer_id is not null`
    )
    this.addSql(
      `create index if not exists gw_session_email on gw_session (lower(wishes -> 'buyer' ->> 'email'))
         where customer_id is null`
    )
    this.addSql(
      `create index if not exists gw_session_erased on gw_session (erasure_id) where erasure_id is not null`
    )
    this.addSql(`create index if not exists gw_task_messages on gw_task (id) where history <> '[]'::jsonb`)
  }

  override async down(): Promise<void> {
    for (const name of ["session_customer", "session_email", "session_erased", "task_messages"])
      this.addSql(`drop index if exists gw_${name}`)
    this.addSql(`alter table gw_session drop column if exists erasure_id`)
  }
}
