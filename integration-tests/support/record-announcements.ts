import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { setImmediate as eventsHandled } from "node:timers/promises"
import { container } from "@medusajs/framework"
import { SubscriberLoader } from "@medusajs/framework/subscribers"
import type { EventBusTypes, IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { Placements } from "../../src/modules/bank/placements"
import { type StoreEvent, writeEvent } from "./events-file"

const attempts = new AsyncLocalStorage<string>()

const record = (event: StoreEvent) => writeEvent(String(process.env.GW_TEST_EVENTS), event)

const orderOf = ({ data }: { readonly data: unknown }) => (data as { readonly id: string }).id

/**
 * Makes this process write each `order.placed` into the events file, when Medusa has queued it, and when the plugin's
 * transaction around it has ended. The subscriber is registered together with the store's own: before the jobs that complete
 * unfinished work of a crash.
 */
export function recordAnnouncements(): void {
  const { load } = SubscriberLoader.prototype
  SubscriberLoader.prototype.load = async function () {
    const bus = container.resolve(Modules.EVENT_BUS)
    bus.subscribe("order.placed", async (event) => {
      record({ id: orderOf(event), server: process.pid, attempt: attempts.getStore() })
    })
    recordQueue(bus)
    return load.call(this)
  }
  recordEnds()
}

/** A workflow queues its events in memory until it has ended. A process that is killed before writes no end of the queue. */
function recordQueue(bus: IEventBusModuleService): void {
  const [emit, clear] = [bus.emit.bind(bus), bus.clearGroupedEvents.bind(bus)]
  const queued = new Map<string, string>()
  bus.emit = async <T>(
    events: EventBusTypes.Message<T> | EventBusTypes.Message<T>[],
    options?: Record<string, unknown>
  ) => {
    for (const event of [events].flat()) {
      const group = event.metadata?.eventGroupId
      if (event.name !== "order.placed" || !group) continue
      queued.set(group, orderOf(event))
      record({ queued: orderOf(event), server: process.pid })
    }
    await emit(events, options)
  }
  // Emitting the events of a group ends with this call, too.
  bus.clearGroupedEvents = async (group, options) => {
    await clear(group, options)
    const order_id = queued.get(group)
    if (!order_id || options?.eventNames?.includes("order.placed") === false) return
    queued.delete(group)
    await eventsHandled()
    record({ unqueued: order_id, server: process.pid })
  }
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
