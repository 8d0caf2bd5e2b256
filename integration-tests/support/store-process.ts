import { appendFileSync } from "node:fs"
import { startStore } from "../../demo/serve"
import { runAsProcess } from "../../demo/store/run-as-process"

interface EventBus {
  subscribe(event: string, subscriber: (event: { data: unknown }) => Promise<void>): void
}

/**
 * The store as the tests run it: the very one of the demo, and one more subscriber, which writes down what reached
 * the store's subscribers.
 */
void runAsProcess(async (options) => {
  const store = await startStore(options)
  store.container.resolve<EventBus>("event_bus").subscribe("order.placed", async ({ data }) => {
    appendFileSync(String(process.env.GW_TEST_EVENTS), `${JSON.stringify(data)}\n`)
  })
  return store
})
