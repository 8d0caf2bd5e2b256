import { appendFileSync } from "node:fs"
import { container } from "@medusajs/framework"
import { SubscriberLoader } from "@medusajs/framework/subscribers"
import { Modules } from "@medusajs/framework/utils"
import { startStore } from "../../demo/serve"
import { runAsProcess } from "../../demo/store/run-as-process"
import { addProbes } from "./probes"

/**
 * The store as the tests run it: the very one of the demo, with probes, and one more subscriber, which writes down what
 * reached the store's subscribers. It is there when they are: before the jobs that finish what a crash has left.
 */
const { load } = SubscriberLoader.prototype
SubscriberLoader.prototype.load = async function () {
  container.resolve(Modules.EVENT_BUS).subscribe("order.placed", async ({ data }) => {
    appendFileSync(String(process.env.GW_TEST_EVENTS), `${JSON.stringify(data)}\n`)
  })
  return load.call(this)
}

void runAsProcess(async (options) => {
  const store = await startStore(options)
  addProbes(store)
  return store
})
