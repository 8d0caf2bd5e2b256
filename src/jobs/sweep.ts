import type { MedusaContainer } from "@medusajs/framework/types"
import { AGENT_MODULE } from "../modules/agent"
import type AgentService from "../modules/agent/service"
import { ALERT_MODULE } from "../modules/alert"
import type AlertService from "../modules/alert/service"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"

/** Deletes expired nonces, push notification configurations and alerts. */
export default async function sweep(container: MedusaContainer): Promise<void> {
  await container.resolve<BankService>(BANK_MODULE).inbox.purgeNonces()
  await container.resolve<AgentService>(AGENT_MODULE).push.purge()
  await container.resolve<AlertService>(ALERT_MODULE).alerts.purge()
}

export const config = { name: "gw-sweep", schedule: "17 * * * *" }
