import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { startAllApproved } from "../workflows/approval/pay-approved"
import { settleQueued } from "../workflows/settlement/settle-in-background"
import { settlePayment } from "../workflows/settlement/settle-payment"

/** Younger events are still being settled by the request that delivered them. */
const GRACE_SECONDS = 5

const BATCH = 100

/**
 * Finishes the work that a crash, a restart or a burst left behind: unprocessed bank events, pending effects,
 * and approved payments and refunds.
 */
export default async function settleLeftovers(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  for (let more = true; more;) {
    const events = await bank.inbox.leftovers(GRACE_SECONDS, BATCH)
    const settled = await Promise.all(events.map((event) => settleQueued(container, event)))
    // A failed event is retried in the next run and does not block the others of its batch.
    more = events.length === BATCH && settled.every(Boolean)
    await settlePayment(container, null)
  }
  await startAllApproved(container)
}

export const config = { name: "gw-settle-leftovers", schedule: "*/5 * * * * *" }
