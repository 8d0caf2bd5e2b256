import { clearFaults, turn } from "../../integration-tests/support/bank-ledger"
import { readLedger } from "../audit/bank"
import { cancelAgain } from "../load/merchant"
import { paidOnPage } from "../load/paid-on-page"
import type { RunLog } from "../load/run-log"
import type { ChaosMode } from "./chaos-mode"

/** One second more than the lifetime of the bank's payment page. */
const PAGE_LIFETIME_SECONDS = 901

/** Merchants retry the cancellations whose outcome they do not know. */
export async function cancelUnsure({ unsure }: RunLog): Promise<void> {
  for (const order_id of unsure) await cancelAgain(order_id)
}

/** The parts of a mode that are the same for each bank of the simulator. */
export const AT_BANK = {
  provider: "pp_gateway_bank",
  refusals: [],
  payable: paidOnPage,
  clearFaults,
  /** Sets the bank's clock ahead, so that every page expires, and back again. */
  async expirePages() {
    await turn("clock", { offset_s: PAGE_LIFETIME_SECONDS })
    await turn("clock", { offset_s: 0 })
    await turn("flush")
  },
  finishWork: cancelUnsure,
  readLedger: ({ simulator_control_url }) => readLedger(simulator_control_url),
} satisfies Partial<ChaosMode>
