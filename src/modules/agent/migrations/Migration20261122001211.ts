import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The merchant's staff find tasks of all clients, newest first. Most are completed: those are found without their own index. */
export class Migration20261122001211 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create index if not exists gw_task_created on gw_task (created_at, id)`)
    this.addSql(
      `create index if not exists gw_task_state on gw_task (state, created_at, id) where state <> 'completed'`
    )
    this.addSql(`create index if not exists gw_task_skill on gw_task (skill_id, created_at, id)`)
  }

  override async down(): Promise<void> {
    for (const name of ["created", "state", "skill"]) this.addSql(`drop index if exists gw_task_${name}`)
  }
}
