import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "@medusajs/framework/pg"
import { REPO_ROOT } from "../paths"

const TABLE = "gw_demo_schema"

/**
 * A digest of everything that determines the tables: the locked packages, this plugin's migrations and links, and the
 * configuration, also the locking module that the environment selects.
 */
export function currentStamp(): string {
  const hash = createHash("sha256").update(process.env.LOCKING ?? "")
  for (const file of schemaFiles()) hash.update(file).update(readFileSync(join(REPO_ROOT, file)))
  return hash.digest("hex")
}

/** The stamp of the last complete migration of this database, or undefined when there was none. */
export async function storedStamp(client: Client): Promise<string | undefined> {
  await client.query(`create table if not exists ${TABLE} (stamp text not null)`)
  const { rows } = await client.query<{ stamp: string }>(`select stamp from ${TABLE}`)
  return rows[0]?.stamp
}

/** Stores a stamp in the database. Call it only after the migration succeeded. */
export async function storeStamp(client: Client, stamp: string): Promise<void> {
  await client.query(`with old as (delete from ${TABLE}) insert into ${TABLE} values ($1)`, [stamp])
}

function schemaFiles() {
  const sources = [...filesUnder("src/modules").filter(isMigration), ...filesUnder("src/links")]
  return ["package-lock.json", "medusa-config.ts", ...sources]
    .filter((file) => existsSync(join(REPO_ROOT, file)))
    .sort()
}

function isMigration(file: string) {
  return file.includes("migrations")
}

function filesUnder(folder: string): string[] {
  const root = join(REPO_ROOT, folder)
  if (!existsSync(root)) return []
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(REPO_ROOT.length + 1))
}
