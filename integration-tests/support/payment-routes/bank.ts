import { eventually } from "../agent"
import { deliveries, fault, ledgerOf, restoreBank, turn } from "../bank-ledger"
import type { Checkout } from "../buyer"
import { runJob } from "../jobs"
import { attemptsOf } from "../purchases"
import { authenticate } from "../shopper"
import { everySetting } from "../store-keys"
import type { PaymentRoute } from "./payment-route"
import { HOLDS_STOCK, refundOnItsPage } from "./refund-by-staff"

const LATE_SECONDS = 20

const FAULTS = {
  lost: { drop: true },
  repeated: { duplicate: 2 },
  late: { delay_ms: LATE_SECONDS * 1000 },
} as const

/** Customers pay on the page of the plugin's bank. */
export const BANK: PaymentRoute<Checkout> = {
  env: everySetting(),
  jobs: ["catch-up-events", "reconcile-payments"],
  holds: "order",
  declined: "ready_for_complete",
  lacks: { "sold out": HOLDS_STOCK },
  begin: (buyer, item) => buyer.escalated([[item, 1]]),
  async pay({ continue_url = "" }) {
    const { redirect_url } = await authenticate(continue_url)
    await fetch(redirect_url)
  },
  async payAndLeave({ continue_url = "" }) {
    await authenticate(continue_url)
  },
  async decline({ continue_url = "" }) {
    await authenticate(continue_url, "decline")
  },
  async abandon({ continue_url = "" }) {
    await authenticate(continue_url, "timeout")
  },
  async retry({ id }, buyer) {
    await buyer.becomes(id, "ready_for_complete")
    return buyer.checkout(buyer.complete(id))
  },
  deliver: (delivery) => fault({ ipn: FAULTS[delivery] }),
  async sendLate() {
    const before = (await deliveries()).at(-1)?.seq ?? 0
    await turn("clock", { offset_s: LATE_SECONDS + 1 })
    await eventually(async () => (await deliveries(before)).length || undefined)
  },
  find: () => runJob("catch-up-events"),
  refund: refundOnItsPage,
  async ledger({ id }) {
    const { amounts } = await ledgerOf((await attemptsOf(id)).at(-1)?.id ?? "")
    return { captured: amounts.captured, refunded: amounts.refunded }
  },
  restore: restoreBank,
}
