import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { copyPostgres, removePostgres } from "../../demo/postgres"
import { startWorld } from "./start-world"

/** Once for all stores of a run: a database that is migrated and seeded, which each of them starts on a copy of. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.GW_TEST_TEMPLATE) return undefined
  const dir = mkdtempSync(join(tmpdir(), "gw-template-"))
  const template = join(dir, "postgres")
  const running = await startWorld()
  try {
    copyPostgres(await running.stopDatabase(), template)
  } finally {
    await running.stop()
  }
  process.env.GW_TEST_TEMPLATE = template
  return async () => {
    await removePostgres(template)
    rmSync(dir, { recursive: true, force: true })
  }
}
