import { setTimeout as sleep } from "node:timers/promises"
import { lockTable } from "../../integration-tests/support/table-lock"
import type { RunLog } from "../load/run-log"
import type { Random } from "../random"

/** Tables that are written during a payment. */
const TABLES = [
  "gw_payment",
  "gw_effect",
  "gw_bank_operation",
  "gw_bank_event",
  "gw_task",
  "gw_webhook_event",
  "order",
  "order_transaction",
  "order_summary",
  "payment",
  "payment_session",
  "capture",
  "refund",
]

/** Up to longer than the retry delay of a settlement step. */
const LOCKED_MS = { least: 500, most: 8000 }

/** Locks one table against writes for a while. */
export async function stall(random: Random, runLog: RunLog): Promise<void> {
  const table = random.pick(TABLES)
  const lock = await lockTable(table)
  try {
    await sleep(random.whole(LOCKED_MS.least, LOCKED_MS.most))
  } finally {
    await lock.release()
  }
  runLog.count("database: table locked")
}
