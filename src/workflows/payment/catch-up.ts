import type { MedusaContainer } from "@medusajs/framework/types"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { accountsOut, isBankOut, Outages } from "./bank-outage"
import { settleEvent } from "../settlement/settle-payment"

const event_lists = new Outages("reads of the bank's list of events")

/**
 * Settles the events of each account's event list that no notification has delivered. While the bank of an account does not
 * answer, nothing of that account is settled and nothing is thrown: call it again later. At startup the bank may reject the
 * store's calls until the store accepts connections, because the bank fetches the store's public keys.
 */
export async function catchUp(container: MedusaContainer): Promise<void> {
  const { accounts } = container.resolve<BankService>(BANK_MODULE)
  const out = await accountsOut(container)
  for (const account of accounts.names) if (!out.includes(account)) await catchUpAt(account, container)
}

async function catchUpAt(account: string, container: MedusaContainer): Promise<void> {
  const outage = event_lists.at(account)
  try {
    for await (const missed of container.resolve<BankService>(BANK_MODULE).events.catchUp(account))
      for (const event of missed) await settleEvent(container, event)
    outage.note(container, null)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    if (!(await isBankOut(container, account))) outage.note(container, error)
  }
}
