import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { untilFrozen } from "../../lib/failpoints"
import { logOf } from "../../lib/log"
import type { StoredEvent } from "../../modules/bank/models/event"
import { ConcurrencyLimiter } from "../../lib/concurrency-limiter"
import { settleEvent } from "./settle-payment"

/**
 * Fewer than the connections in Medusa's pool, so that a burst of notifications is acknowledged while others are
 * settled.
 */
const CONCURRENCY = 4

/** The maximum number of events queued in memory; further ones wait in the inbox only. */
const MAX_QUEUED = 1000

/** How long a settlement waits while notifications are being received, and how often it checks. */
const MAX_YIELD_MS = 100
const POLL_MS = 10

const limiter = new ConcurrencyLimiter(CONCURRENCY)
let receiving = 0

/** Receives a notification. Settlements that have not begun wait for it, so that a burst is acknowledged first. */
export async function receiveWithPriority<T>(receive: () => Promise<T>): Promise<T> {
  receiving++
  try {
    return await receive()
  } finally {
    receiving--
  }
}

async function yieldToReceiving(): Promise<void> {
  for (let waited = 0; receiving && waited < MAX_YIELD_MS; waited += POLL_MS) await sleep(POLL_MS)
}

/**
 * Settles a stored event in the background, after its acknowledgment. When the queue is full, the inbox job settles it,
 * as after a crash.
 */
export function settleInBackground(container: MedusaContainer, event: StoredEvent): void {
  if (limiter.waiting < MAX_QUEUED) void settleQueued(container, event)
}

/** Settles a stored event when the queue reaches it. Returns false on failure: the event stays in the inbox for the job. */
export async function settleQueued(container: MedusaContainer, event: StoredEvent): Promise<boolean> {
  try {
    await limiter.run(async () => {
      await yieldToReceiving()
      await untilFrozen(() => settleEvent(container, event))
    })
    return true
  } catch (error) {
    logOf(container).error(`event ${event.event_id} stays in the inbox: ${(error as Error).message}`)
    return false
  }
}
