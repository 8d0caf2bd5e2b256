import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { Check } from "../check"
import { ok, problem } from "../check-result"

const MODULES = join(__dirname, "../../modules")

/** Whether the database responds and all migrations of this version are applied. */
export const database: Check = {
  name: "database",
  async run({ query }) {
    const unreachable = await query("select 1").catch((error: Error) => error)
    if (unreachable instanceof Error)
      return [problem(unreachable.message, "Check databaseUrl in medusa-config, and that PostgreSQL runs.")]
    const applied = await query<{ name: string }>("select name from mikro_orm_migrations")
    const names = new Set(applied.map(({ name }) => name.replace(/\.[jt]s$/, "")))
    const missing = ownMigrations().filter((name) => !names.has(name))
    if (!missing.length) return [ok("answers, and has all tables of this version")]
    return [
      problem(
        `${missing.length} migrations of the plugin are not applied (${missing.join(", ")})`,
        "Run `npx medusa db:migrate`."
      ),
    ]
  },
}

function ownMigrations(): string[] {
  const files = readdirSync(MODULES, { recursive: true, encoding: "utf8" })
  return files.flatMap((file) => /[\\/](Migration\d+)\.[jt]s$/.exec(file)?.[1] ?? []).sort()
}
