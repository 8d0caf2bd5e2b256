import { logger } from "@medusajs/framework/logger"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { Client } from "@medusajs/framework/pg"
import { migrate } from "@medusajs/medusa/commands/db/migrate"
import { initializeContainer } from "@medusajs/medusa/loaders/index"
import { DemoFailure } from "../failure"
import { CODE_ROOT } from "../paths"
import { currentStamp, storedStamp, storeStamp } from "./schema-stamp"

/**
 * Migrates the database at `url`, unless the stamp in it is current: planning migrations takes Medusa seconds even
 * when there are none. Returns whether it migrated.
 */
export async function migrateWhenNeeded(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const stamp = currentStamp()
    if ((await storedStamp(client)) === stamp) return false
    await runMigrations()
    await storeStamp(client, stamp)
    return true
  } finally {
    await client.end()
  }
}

async function runMigrations() {
  const container = await initializeContainer(CODE_ROOT)
  const done = await migrate({
    directory: CODE_ROOT,
    skipLinks: false,
    skipScripts: true,
    skipSearch: true,
    executeAllLinks: false,
    executeSafeLinks: true,
    executeAllSearch: false,
    executeSafeSearch: true,
    logger,
    container,
  })
  if (!done) throw new DemoFailure("The database could not be migrated: the lines above say why.")
  // Modules that were loaded only for the migration must not be taken for those of the running store.
  MedusaModule.clearInstances()
}
