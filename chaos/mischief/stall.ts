import { setTimeout as sleep } from "node:timers/promises"
import { holdTable } from "../../integration-tests/support/held-table"
import type { Diary } from "../load/diary"
import type { Random } from "../random"

/** What payments are written to on their way. */
const TABLES = [
  ...["gw_payment", "gw_effect", "gw_bank_operation", "gw_bank_event", "gw_task", "gw_webhook_event"],
  ...["order", "order_transaction", "order_summary", "payment", "payment_session", "capture", "refund"],
]

/** Longer than a step of a settlement waits before it is looked for again. */
const HELD_MS = { least: 500, most: 8000 }

/** Locks one table against writes for a while. */
export async function stall(random: Random, diary: Diary): Promise<void> {
  const table = random.pick(TABLES)
  const held = await holdTable(table)
  try {
    await sleep(random.whole(HELD_MS.least, HELD_MS.most))
  } finally {
    await held.release()
  }
  diary.count("database: a table held")
}
