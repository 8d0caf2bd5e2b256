import type { MedusaContainer } from "@medusajs/framework/types"
import type { AlertKind } from "../../domain/alerts"
import { ALERT_MODULE } from "../../modules/alert"
import type AlertService from "../../modules/alert/service"
import { ALERT_CONDITIONS } from "../../queries/alert/alert-conditions"

/**
 * Raises an alert for each new alert condition, and resolves the alerts whose condition is over. Safe on any number of
 * servers.
 */
export async function watchConditions(container: MedusaContainer): Promise<void> {
  const { alerts, signatureFailures } = container.resolve<AlertService>(ALERT_MODULE)
  for (const [kind, query] of Object.entries(ALERT_CONDITIONS)) await alerts.follow(kind as AlertKind, query)
  await signatureFailures.resolve()
}
