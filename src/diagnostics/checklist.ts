import { CHECKLIST_STATES, type ChecklistItem } from "../domain/diagnostics"
import { bankKeys } from "./checks/bank-keys"
import { baseUrl } from "./checks/base-url"
import { firstAgent } from "./checks/first-agent"
import { lastNotification } from "./checks/last-notification"
import { paymentRoutes } from "./checks/payment-routes"
import { paymentProvider } from "./checks/payment-provider"
import { shownCatalog } from "./checks/shown-catalog"
import { surfaces } from "./checks/surfaces"
import type { Check } from "./check"
import { runChecks } from "./run-checks"
import type { Level } from "./check-result"
import type { CheckContext } from "./check-context"

/** The items of the list, in the order in which they are best completed. An item without results is not shown. */
const ITEMS: Readonly<Record<string, Check>> = {
  base_url: baseUrl,
  payment_routes: paymentRoutes,
  bank_keys: bankKeys,
  payment_provider: paymentProvider,
  notifications: lastNotification,
  surfaces,
  catalog: shownCatalog,
  first_agent: firstAgent,
}

const WORST_FIRST: readonly Level[] = ["problem", "warning", "ok"]

/** The merchant's setup checklist, with the state of each item. Never throws. */
export async function checklistOf(context: CheckContext): Promise<ChecklistItem[]> {
  const items = await Promise.all(Object.entries(ITEMS).map(([id, check]) => itemOf(id, check, context)))
  return items.filter(({ findings }) => findings.length)
}

async function itemOf(id: string, check: Check, context: CheckContext): Promise<ChecklistItem> {
  const results = await runChecks(context, [check])
  const worst = WORST_FIRST.find((level) => results.some((result) => result.level === level)) ?? "ok"
  return {
    id,
    state: CHECKLIST_STATES[worst],
    findings: results.map(({ check: _, ...result }) => result),
  }
}
