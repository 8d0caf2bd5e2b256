import { eventuallyRunning } from "./jobs"
import { adminFetch, adminGet } from "./merchant"

/** An alert in the admin API. */
export interface ShownAlert {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly title: string
  readonly description: string
  readonly data: Record<string, unknown>
  readonly raised_at: string
  readonly notified_at: string | null
  readonly acknowledged_at: string | null
  readonly acknowledged_by: string | null
  readonly resolved_at: string | null
}

/** A page of the list of alerts. */
export interface AlertPage {
  readonly alerts: ShownAlert[]
  readonly limit: number
  readonly next_cursor: string | null
}

/** A notification of Medusa. */
interface BellEntry {
  readonly to: string
  readonly channel: string
  readonly template: string
  readonly data: { readonly title: string; readonly description: string; readonly alert_id: string }
}

const PATH = "/admin/agentic-commerce/alerts"

/** A page of the list of alerts. */
export async function listAlerts(query: Record<string, string> = {}): Promise<AlertPage> {
  const response = await adminFetch(`${PATH}?${new URLSearchParams(query)}`)
  if (!response.ok) throw new Error(`the list answered ${response.status} ${await response.text()}`)
  return (await response.json()) as AlertPage
}

/**
 * Waits for the newest alert about a subject, or about a part of it, that fulfills the condition; by default, that its
 * notification was sent.
 */
export function alertAbout(
  kind: string,
  subject: string,
  is: (alert: ShownAlert) => boolean = ({ notified_at }) => notified_at !== null,
  seconds = 60
): Promise<ShownAlert> {
  return eventuallyRunning(
    "notify-merchant",
    async () => {
      const { alerts } = await listAlerts({ kind, status: "all", limit: "100" })
      const newest = alerts.find((alert) => `${alert.subject}/`.startsWith(`${subject}/`))
      return newest && is(newest) ? newest : undefined
    },
    seconds
  )
}

export const isOver = ({ resolved_at }: ShownAlert): boolean => resolved_at !== null

/** The notifications about an alert in the admin's notification feed. */
export async function bellEntriesOf({ id }: Pick<ShownAlert, "id">): Promise<BellEntry[]> {
  const { notifications } = await adminGet<{ notifications: BellEntry[] }>(
    "/admin/notifications?channel=feed&to=&limit=1000"
  )
  return notifications.filter(({ data }) => data.alert_id === id)
}
