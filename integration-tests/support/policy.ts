import { sql } from "./database"
import { adminGet, adminPost } from "./merchant"

/** Changes settings as the merchant does; throws when the store rejects them. */
export async function changeSettings(change: object): Promise<void> {
  const response = await adminPost("/admin/agentic-commerce/settings", change)
  if (!response.ok) throw new Error(`the settings answered ${response.status} ${await response.text()}`)
}

/** The settings of a new store. */
export const AS_NEW = {
  agents_stopped: false,
  a2a_ip_allow: [],
  a2a_hours: null,
  a2a_limits: { minute: 60, hour: 600, day: 5000 },
  ucp_limits: { minute: 600, hour: null, day: null },
  ucp_anonymous_enabled: false,
  ucp_anonymous_limits: { minute: 60, hour: 1000, day: null },
  cors_origins: [],
  sandbox_enabled: false,
  acp_feed_enabled: false,
  registration: "open",
  approval_required: false,
  registration_cap: 1000,
  registration_approves_sensitive: true,
  registration_requires_pushed: false,
  card_mandate: {
    days: 365,
    limits: [
      { currency: "EUR", max_per_charge: 10_000, max_per_month: 30_000 },
      { currency: "GBP", max_per_charge: 10_000, max_per_month: 30_000 },
      { currency: "JPY", max_per_charge: 15_000, max_per_month: 45_000 },
      { currency: "RON", max_per_charge: 50_000, max_per_month: 150_000 },
      { currency: "USD", max_per_charge: 10_000, max_per_month: 30_000 },
    ],
  },
  refunds: {
    customer_clients: "approval",
    staff_clients: "immediate",
    limits: [],
    after_fulfillment: false,
    return_window_days: 14,
    manage_scope: true,
  },
  default_spending: null,
  token_lifetimes: { access: 3600, refresh: 30 * 86_400, consent: 180 * 86_400 },
}

/** Sets a client's own rules. */
export async function setRules(client_id: string, rules: object): Promise<void> {
  const response = await adminPost(`/admin/agentic-commerce/clients/${client_id}`, rules)
  if (!response.ok) throw new Error(`the rules answered ${response.status} ${await response.text()}`)
}

/** Addresses from which no test calls. */
export const ELSEWHERE = ["203.0.113.0/24", "2001:db8::/32"]

/** The addresses from which the tests call. */
export const HERE = ["127.0.0.0/8", "::1"]

/** An access schedule that always allows calls. */
export const ALWAYS = {
  time_zone: "Europe/Bucharest",
  days: Object.fromEntries(
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, ["00:00-24:00"]])
  ),
}

/** An access schedule that excludes now: it allows one day that is two days away. */
export function otherHours(): object {
  const day = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][(new Date().getUTCDay() + 2) % 7] as string
  return { time_zone: "UTC", days: { [day]: ["00:00-24:00"] } }
}

/** The number of a client's counted calls today. */
export async function callsToday(client_id: string): Promise<number> {
  const [row] = await sql<{ day: number }>("select day from gw_usage where client_id = $1", [client_id])
  return row?.day ?? 0
}

/** Waits until the current minute has enough time left for a few calls, so that all are counted in the same minute. */
export async function earlyInTheMinute(): Promise<void> {
  while (new Date().getSeconds() > 45) await new Promise((resolve) => setTimeout(resolve, 250))
}

/** The rejected calls of a client by reason, from the audit log. */
export async function refusalsOf(client_id: string): Promise<Record<string, number>> {
  const path = `/admin/agentic-commerce/audit?type=call_refused&client_id=${client_id}`
  const { entries } = await adminGet<{ entries: { detail: { reason: string }; count: number }[] }>(path)
  const refusals: Record<string, number> = {}
  for (const { detail, count } of entries) refusals[detail.reason] = (refusals[detail.reason] ?? 0) + count
  return refusals
}

/** How many calls without a client the audit log has counted as refused for a reason, and in how many entries. */
export async function countedRefusals(reason: string) {
  const [row] = await sql<{ calls: number; entries: number }>(
    `select coalesce(sum(count), 0)::int as calls, count(*)::int as entries from gw_audit
      where type = 'call_refused' and client_id is null and detail ->> 'reason' = $1`,
    [reason]
  )
  return row ?? { calls: 0, entries: 0 }
}
