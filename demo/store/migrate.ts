import { logger } from "@medusajs/framework/logger"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { Client } from "@medusajs/framework/pg"
import { migrate } from "@medusajs/medusa/commands/db/migrate"
import { initializeContainer } from "@medusajs/medusa/loaders/index"
import { DemoFailure } from "../failure"
import { CODE_ROOT } from "../paths"
import { currentStamp, storedStamp, storeStamp } from "./schema-stamp"

/**
 * Brings the database of `url` up to date, or does nothing when the stamp in it says it is. Planning migrations takes
 * Medusa seconds even when there are none, which is what the stamp saves. Returns whether it migrated.
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
  // What was loaded only for migrating must not be mistaken for the running store's modules.
  MedusaModule.clearInstances()
}
