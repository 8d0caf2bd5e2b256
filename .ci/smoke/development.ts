import { checkAnswers, untilHealthy } from "./answers"
import { startBank } from "./bank"
import { checkReport } from "./doctor"
import { checkFirstOrder } from "./first-order"
import { checkFirstPayment, openChannels } from "./first-payment"
import type { Guide } from "./guide"
import { checkPages } from "./pages"
import type { Reader } from "./reader"
import { runSteps } from "./run-steps"
import type { Merchant } from "./store-api"

/** Follows the guide from the store's tables to the first paid order, and checks the running store. */
export async function checkDevelopment(reader: Reader, guide: Guide, merchant: Merchant): Promise<void> {
  const { base_url } = reader
  const bank = await startBank(guide, reader)
  const steps = [
    ["migrated and started", () => untilHealthy(base_url, 300)],
    ["public documents", () => checkAnswers(base_url)],
    ["an account", () => reader.run(guide.account)],
    ["a region and the channels", () => openChannels(base_url, merchant)],
    ["a payment, its refund and a webhook", () => checkFirstPayment(base_url, merchant)],
    ["gw-doctor", async () => checkReport(await reader.run(guide.doctor))],
    ["the first paid order", () => checkFirstOrder(base_url, merchant)],
    ["the admin pages", () => checkPages(base_url, merchant)],
  ] as const
  await runSteps(steps, reader.start(guide.start), [bank])
}
