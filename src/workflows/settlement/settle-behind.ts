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
const AT_ONCE = 4

/** Most events queued in memory; further ones wait in the inbox only. */
const LONGEST_LINE = 1000

/** How long a settlement waits while notifications are being received, and how often it checks. */
const COURTESY_MS = 100
const LOOK_MS = 10

const lanes = new ConcurrencyLimiter(AT_ONCE)
let receiving = 0

/** Receives a notification. Settlements that have not begun wait for it, so that a burst is acknowledged first. */
export async function receiveFirst<T>(receive: () => Promise<T>): Promise<T> {
  receiving++
  try {
    return await receive()
  } finally {
    receiving--
  }
}

async function giveWay(): Promise<void> {
  for (let waited = 0; receiving && waited < COURTESY_MS; waited += LOOK_MS) await sleep(LOOK_MS)
}

/**
 * Settles a stored event in the background, after its acknowledgment. When the queue is full, the inbox job settles it,
 * as after a crash.
 */
export function settleBehind(container: MedusaContainer, event: StoredEvent): void {
  if (lanes.waiting < LONGEST_LINE) void settleInTurn(container, event)
}

/** Settles a stored event when its turn comes. Returns false on failure: the event stays in the inbox for the job. */
export async function settleInTurn(container: MedusaContainer, event: StoredEvent): Promise<boolean> {
  try {
    await lanes.run(async () => {
      await giveWay()
      await untilFrozen(() => settleEvent(container, event))
    })
    return true
  } catch (error) {
    logOf(container).error(`event ${event.event_id} stays in the inbox: ${(error as Error).message}`)
    return false
  }
}
