import { keepCompiled } from "./module-cache"
import { appendFileSync } from "node:fs"
import { container } from "@medusajs/framework"
import { SubscriberLoader } from "@medusajs/framework/subscribers"
import { Modules } from "@medusajs/framework/utils"
import type { RequestHandler } from "express"
import { startStore } from "../../demo/serve"
import { runAsProcess } from "../../demo/store/run-as-process"
import { pauseJobsBesideFrozenFlows } from "./paused-jobs"
import { addProbes } from "./probes"
import { drawManyRandomBytes } from "./random-bytes"

/**
 * The store for the tests: the demo's store with probes, and with one more subscriber, which writes down the
 * events that reach the store's subscribers. It is registered together with them: before the jobs that complete
 * unfinished work of a crash.
 */
const { load } = SubscriberLoader.prototype
SubscriberLoader.prototype.load = async function () {
  container.resolve(Modules.EVENT_BUS).subscribe("order.placed", async ({ data }) => {
    appendFileSync(String(process.env.GW_TEST_EVENTS), `${JSON.stringify(data)}\n`)
  })
  return load.call(this)
}

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
