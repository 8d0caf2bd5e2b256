import type { MedusaContainer } from "@medusajs/framework/types"
import { AGENT_MODULE } from "../modules/agent"
import type AgentService from "../modules/agent/service"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { endInterruptedPayment } from "../workflows/payment/end-interrupted"
import { failRefusedTasks } from "../workflows/payment/operate-payment"
import { attemptFor } from "../workflows/payment/settle-payment"

/** Nothing that was begun takes longer than this; what is older was interrupted. */
const INTERRUPTED_AFTER_SECONDS = 120

/** Ends what a crash cut short before it could be owed: tasks nobody works on, and payments nobody can pay. */
export default async function endInterrupted(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  await container.resolve<AgentService>(AGENT_MODULE).failInterrupted(INTERRUPTED_AFTER_SECONDS)
  await failRefusedTasks(container)
  for (const payment of await bank.payments.interrupted(INTERRUPTED_AFTER_SECONDS, 100))
    await attemptFor(container, payment.id, () => endInterruptedPayment(container, payment))
}

export const config = { name: "gw-end-interrupted", schedule: "*/15 * * * * *" }
