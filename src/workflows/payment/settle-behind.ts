import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { untilFrozen } from "../../failpoints"
import { logOf } from "../../log"
import type { StoredEvent } from "../../modules/bank/models/event"
import { Lanes } from "../lanes"
import { settleEvent } from "./settle-payment"

/** Fewer than the connections in Medusa's pool, so that a burst of notifications is acknowledged while it is settled. */
const AT_ONCE = 4

/** The longest line kept in memory; what comes on top of it waits in the inbox alone. */
const LONGEST_LINE = 1000

/** How long a settlement gives way to notifications that are just being received, and how often it looks for them. */
const COURTESY_MS = 100
const LOOK_MS = 10

const lanes = new Lanes(AT_ONCE)
let receiving = 0

/** Receives a notification: settlements that have not begun give way to it, so that a burst is acknowledged first. */
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

/** Settles a stored event behind its acknowledgement. What a full line turns away is the job's, as after a crash. */
export function settleBehind(container: MedusaContainer, event: StoredEvent): void {
  if (lanes.waiting < LONGEST_LINE) void settleInTurn(container, event)
}

/** Settles a stored event when its turn comes. False when that failed: it stays in the inbox, for the job. */
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
