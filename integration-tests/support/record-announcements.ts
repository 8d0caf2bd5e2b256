import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { container } from "@medusajs/framework"
import { SubscriberLoader } from "@medusajs/framework/subscribers"
import { Modules } from "@medusajs/framework/utils"
import { Placements } from "../../src/modules/bank/placements"
import { type StoreEvent, writeEvent } from "./events-file"

const attempts = new AsyncLocalStorage<string>()

const record = (event: StoreEvent) => writeEvent(String(process.env.GW_TEST_EVENTS), event)

/**
 * Makes this process write each `order.placed` into the events file, and when the plugin's transaction around it has
 * ended. The subscriber is registered together with the store's own: before the jobs that complete unfinished work of a
 * crash.
 */
export function recordAnnouncements(): void {
  const { load } = SubscriberLoader.prototype
  SubscriberLoader.prototype.load = async function () {
    container.resolve(Modules.EVENT_BUS).subscribe("order.placed", async ({ data }) => {
      const { id } = data as { readonly id: string }
      record({ id, server: process.pid, attempt: attempts.getStore() })
    })
    return load.call(this)
  }
  recordEnds()
}

/** A process that is killed before its transaction has ended writes no end. */
function recordEnds(): void {
  const { announceOnce } = Placements.prototype
  Placements.prototype.announceOnce = async function (id, announce) {
    const attempt = randomUUID()
    try {
      await announceOnce.call(this, id, () => attempts.run(attempt, announce))
    } finally {
      record({ ended: attempt })
    }
  }
}
