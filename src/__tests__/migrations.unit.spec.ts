import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { describe, expect, it } from "vitest"
import { LiveChanges } from "../lib/live-migration/live-changes"
import { LiveMigration } from "../lib/live-migration/live-migration"
import type { Session } from "../lib/live-migration/session"

type MigrationClass = new (...database: ConstructorParameters<typeof Migration>) => Migration

const MODULES = join(__dirname, "../modules")
const MEMBERS = ["constructor", "change", "revert"]

/** The migration files of each module, in order. */
const ofModules = readdirSync(MODULES).map((module) => {
  const folder = join(MODULES, module, "migrations")
  const files = readdirSync(folder).filter((file) => /^Migration\d+\.ts$/.test(file))
  return files.sort().map((file) => join(folder, file))
})

/** A statement that creates an index on an expression. It names the table. */
const INDEX_ON_EXPRESSION = /^create (?:unique )?index .* on (\w+)(?: using \w+)?\s*\([^()]*\(/s

/** The tables whose index on an expression a migration creates without collecting the table's statistics afterwards. */
async function tablesWithoutStatistics(Class: MigrationClass): Promise<string[]> {
  const statements: string[] = []
  const long = async (statement: string) => {
    statements.push(statement)
    return []
  }
  const migration = new Class(noDatabase as never, noDatabase as never)
  if (migration instanceof LiveMigration) await migration.change(new LiveChanges({ ...recorder, long }))
  return statements.flatMap((statement, place) => {
    const table = INDEX_ON_EXPRESSION.exec(statement)?.[1]
    return table && !statements.slice(place).includes(`analyze ${table}`) ? [table] : []
  })
}

/** Accepts all statements and returns no rows. */
const recorder: Session = {
  concurrently: "concurrently",
  brief: async () => [],
  long: async () => [],
}

/** Fails a migration that uses the database without `LiveChanges`. */
const noDatabase = new Proxy({}, { get: () => expect.unreachable("it uses the database by itself") })

/** Throws unless a migration follows the policy for stores in use. */
async function assertLive(Class: MigrationClass): Promise<void> {
  const migration = new Class(noDatabase as never, noDatabase as never)
  if (!(migration instanceof LiveMigration)) throw new Error("it does not extend LiveMigration")
  const more = Object.getOwnPropertyNames(Class.prototype).filter((name) => !MEMBERS.includes(name))
  if (more.length) throw new Error(`it has more than change and revert: ${more.join(", ")}`)
  await migration.change(new LiveChanges(recorder))
  await migration.revert(new LiveChanges(recorder))
  if (migration.getQueries().length) throw new Error("it uses addSql")
}

/** A migration with a single change. */
const changing = (change: (tables: LiveChanges) => Promise<void>): MigrationClass =>
  class extends LiveMigration {
    override change = change
    override async revert() {}
  }

describe("migrations", () => {
  it("have unique names across all modules, because Medusa runs only the first of two with the same name", async () => {
    const names = ofModules.flat().map((file) => file.replace(/.*[\\/]/, ""))
    expect(names.length).toBeGreaterThan(5)
    expect([...new Set(names)].sort()).toEqual([...names].sort())
  })

  it("follow the policy for stores in use, except the first one of each module [SRV-28]", async () => {
    for (const file of ofModules.flatMap((files) => files.slice(1))) {
      const [Class] = Object.values((await import(file)) as Record<string, MigrationClass>)
      await expect(assertLive(Class!), file).resolves.toBeUndefined()
      expect([file, await tablesWithoutStatistics(Class!)]).toEqual([file, []])
    }
  })
})

describe("the policy for migrations [SRV-28]", () => {
  it("wants the statistics of a table after an index on an expression is created", async () => {
    const text = (tables: LiveChanges) => tables.createIndex("i", "t using gin ((a || b) gin_trgm_ops)")
    const collected = async (tables: LiveChanges) => {
      await text(tables)
      await tables.analyze("t")
    }
    const partial = (tables: LiveChanges) => tables.createIndex("i", "t (a, b) where (a is not null)")
    expect(await Promise.all([text, collected, partial].map(changing).map(tablesWithoutStatistics))).toEqual([
      ["t"],
      [],
      [],
    ])
  })

  it.each<[string, (tables: LiveChanges) => Promise<void>]>([
    ["a column", (tables) => tables.addColumn("t", "c", "text")],
    ["a column with a constant default", (tables) => tables.addColumn("t", "c", "bigint not null default 0")],
    ["a column with an empty object", (tables) => tables.addColumn("t", "c", "jsonb not null default '{}'")],
    ["a column of type numeric", (tables) => tables.addColumn("t", "c", "numeric(10, 2)")],
    ["an array column", (tables) => tables.addColumn("t", "c", "text[] not null default '{}'")],
    ["a column with a time", (tables) => tables.addColumn("t", "c", "timestamptz default now()")],
    ["a check", (tables) => tables.addConstraint("t", "c", "check (amount > 0)")],
    ["a foreign key", (tables) => tables.addConstraint("t", "c", "foreign key (p) references u (id)")],
    ["an index", (tables) => tables.createIndex("i", "t (c) where c is not null", { unique: true })],
    ["a backfill", (tables) => tables.backfill("t", { set: "c = 1", where: "c is null" })],
    ["a not-null constraint", (tables) => tables.setNotNull("t", "c")],
    ["a table", (tables) => tables.run("create table if not exists t (id text primary key)")],
    ["an extension", (tables) => tables.run("create extension if not exists pg_trgm")],
    ["a single row", (tables) => tables.run("insert into t (id) values ('x') on conflict do nothing")],
    ["a function", (tables) => tables.run("create or replace function f() as $$ begin; update t; end $$")],
  ])("allows %s", async (_, change) => {
    await expect(assertLive(changing(change))).resolves.toBeUndefined()
  })

  it.each<[string, (tables: LiveChanges) => Promise<void>]>([
    [
      "a default computed for each row",
      (tables) => tables.addColumn("t", "c", "uuid default gen_random_uuid()"),
    ],
    [
      "a default of the current clock time",
      (tables) => tables.addColumn("t", "c", "timestamptz default clock_timestamp()"),
    ],
    ["a serial column", (tables) => tables.addColumn("t", "c", "bigserial")],
    ["a not-null column without a default", (tables) => tables.addColumn("t", "c", "text not null")],
    ["a column with a check", (tables) => tables.addColumn("t", "c", "text check (c <> '')")],
    ["a column with a reference", (tables) => tables.addColumn("t", "c", "text references u (id)")],
    ["a generated column", (tables) => tables.addColumn("t", "c", "text generated always as ('x') stored")],
    ["a unique constraint", (tables) => tables.addConstraint("t", "c", "unique (c)")],
    ["a non-concurrent index", (tables) => tables.run("create index i on t (c)")],
    [
      "a check that is validated immediately",
      (tables) => tables.run("alter table t add constraint c check (c > 0)"),
    ],
    ["a change of a column's type", (tables) => tables.run("alter table t alter column c type bigint")],
    ["an update of all rows", (tables) => tables.run("update t set c = 1")],
    [
      "rows copied from another table",
      (tables) => tables.run("insert into t select * from u on conflict do nothing"),
    ],
    ["a second statement", (tables) => tables.run("drop table if exists t; update u set c = 1")],
  ])("rejects %s", async (_, change) => {
    await expect(assertLive(changing(change))).rejects.toThrow(/^A migration on a live store must not run/)
  })

  it.each<[string, MigrationClass]>([
    [
      "does not extend LiveMigration",
      class extends Migration {
        override async up() {}
      },
    ],
    [
      "uses addSql",
      class extends LiveMigration {
        override async change() {
          this.addSql("update t set c = 1")
        }
        override async revert() {}
      },
    ],
    [
      "has more than change and revert: up",
      class extends LiveMigration {
        override async up() {}
        override async change() {}
        override async revert() {}
      },
    ],
    [
      "uses the database by itself",
      class extends LiveMigration {
        override async change() {
          await this.execute("update t set c = 1")
        }
        override async revert() {}
      },
    ],
  ])("rejects a migration that %s", async (what, Class) => {
    await expect(assertLive(Class)).rejects.toThrow(what)
  })
})
