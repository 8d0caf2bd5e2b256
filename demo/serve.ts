import "./store/process-defaults"
import "./store/no-telemetry"
import express, { type Express } from "express"
import loadMedusa from "@medusajs/medusa/loaders/index"
import type { MedusaContainer } from "@medusajs/framework/types"
import { loadEnv } from "@medusajs/framework/utils"
import { CODE_ROOT, REPO_ROOT } from "./paths"
import { listen } from "./store/listen"
import { migrateWhenNeeded } from "./store/migrate"
import { runAsProcess } from "./store/run-as-process"
import { prepareSearchIndexes } from "./store/search-index"
import { callStripeDouble } from "./store/stripe-address"

/** The port and host of the store; loopback only unless a host is given. `log` receives a line after each slow step. */
export interface StoreOptions {
  port: number
  host?: string
  log?: (line: string) => void
}

/** A store running in this process. */
export interface Store {
  /** Its Express application, to which tests and benchmarks add routes. */
  app: Express
  container: MedusaContainer
  url: string
  /**
   * Closes connections, jobs and database pools. The process itself must still be ended, because the admin's file
   * watcher continues.
   */
  stop(): Promise<void>
}

/**
 * Starts the store of this checkout in this process with `DATABASE_URL`: migrates when the schema has changed, loads
 * Medusa, prepares the search indexes, serves the admin at /app without a build, and listens.
 */
export async function startStore({ port, host = "127.0.0.1", log }: StoreOptions): Promise<Store> {
  loadEnv(process.env.NODE_ENV ?? "development", REPO_ROOT)
  process.chdir(CODE_ROOT)
  if (await migrateWhenNeeded(process.env.DATABASE_URL ?? "")) log?.("the database is migrated")
  const app = express()
  const { container, shutdown } = await loadMedusa({ directory: CODE_ROOT, expressApp: app })
  callStripeDouble(container)
  log?.("the store is loaded")
  await prepareSearchIndexes(container)
  app.get("/health", (_request, response) => void response.send("OK"))
  const close = await listen(app, port, host)
  return {
    app,
    container,
    url: `http://localhost:${port}`,
    stop: async () => {
      await close()
      await shutdown()
    },
  }
}

if (require.main === module) void runAsProcess(startStore)
