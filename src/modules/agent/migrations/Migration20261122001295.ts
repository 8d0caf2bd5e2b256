import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const INDEXES = {
  gw_task_client_created: "gw_task (client_id, created_at, id)",
  gw_task_client_skill: "gw_task ((client_id || ' ' || skill_id), created_at, id)",
  gw_task_client_state: "gw_task ((client_id || ' ' || state), created_at, id) where state <> 'completed'",
}

/**
 * The merchant's staff find the tasks of one client among a million, whatever they are narrowed to besides. Two columns are
 * one word there: of two columns PostgreSQL may take the index of the other one alone, and read what all clients have done
 * to find what this one never did.
 */
export class Migration20261122001295 extends Migration {
  override async up(): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES))
      this.addSql(`create index if not exists ${name} on ${on}`)
    // PostgreSQL learns what is in an expression when it looks next.
    this.addSql(`analyze gw_task`)
  }

  override async down(): Promise<void> {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index if exists ${name}`)
  }
}
