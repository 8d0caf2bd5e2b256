import type { MedusaContainer } from "@medusajs/framework/types"
import { BankError } from "../../drivers/driver"
import { logOf } from "../../log"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { settleEvent } from "./settle-payment"

/** Whether this process has logged an outage of the bank's list that is not over: each is logged once, and so is its end. */
let isOut = false

/**
 * Settles what is in the bank's list of events and no notification has brought. While the bank does not answer, nothing
 * is settled and nothing is thrown: call it again later. At a start the bank may refuse the store's calls until the store
 * listens, because the bank fetches the store's public keys.
 */
export async function catchUp(container: MedusaContainer): Promise<void> {
  try {
    for await (const missed of container.resolve<BankService>(BANK_MODULE).catchUp())
      for (const event of missed) await settleEvent(container, event)
    noteOutage(container, null)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    noteOutage(container, error)
  }
}

function noteOutage(container: MedusaContainer, error: BankError | null): void {
  if (isOut === (error !== null)) return
  isOut = error !== null
  logOf(container).warn(
    error
      ? `the bank's list of events cannot be read, it is tried again: ${error.message}`
      : "the bank's list of events can be read again"
  )
}
