import type { MedusaContainer } from "@medusajs/framework/types"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { isBankOut, isOutageLasting, Outage } from "./bank-outage"
import { settleEvent } from "../settlement/settle-payment"

const event_list = new Outage("reads of the bank's list of events")

/**
 * Settles the events of the bank's event list that no notification has delivered. While the bank does not answer,
 * nothing is settled and nothing is thrown: call it again later. At startup the bank may reject the store's calls until
 * the store accepts connections, because the bank fetches the store's public keys.
 */
export async function catchUp(container: MedusaContainer): Promise<void> {
  if (await isOutageLasting(container)) return
  try {
    for await (const missed of container.resolve<BankService>(BANK_MODULE).catchUp())
      for (const event of missed) await settleEvent(container, event)
    event_list.note(container, null)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    if (!(await isBankOut(container))) event_list.note(container, error)
  }
}
