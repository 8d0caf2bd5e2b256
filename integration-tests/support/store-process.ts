import { keepCompiled } from "./module-cache"
import type { RequestHandler } from "express"
import { startStore } from "../../demo/serve"
import { runAsProcess } from "../../demo/store/run-as-process"
import { completeCartsAtWebhooks } from "./complete-carts-at-webhooks"
import { pauseJobsBesideFrozenFlows } from "./paused-jobs"
import { addProbes } from "./probes"
import { drawManyRandomBytes } from "./random-bytes"
import { recordAnnouncements } from "./record-announcements"

/** The store for the tests: the demo's store with probes, which also records the announcements of orders. */
recordAnnouncements()
completeCartsAtWebhooks()
pauseJobsBesideFrozenFlows()
drawManyRandomBytes()

void runAsProcess(async (options) => {
  const store = await startStore(options)
  keepCompiled()
  addProbes(store)
  const admin = process.env.GW_TEST_ADMIN
  if (admin) store.app.use("/app", await serveAdmin(admin))
  return store
})

/** Loaded only on demand: loading the bundler delays the store's start by a fifth of a second. */
async function serveAdmin(outDir: string): Promise<RequestHandler> {
  const { serve } = await import("@medusajs/admin-bundler")
  return serve({ outDir })
}
