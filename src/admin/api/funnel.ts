import { daysBefore } from "../../domain/period"
import type { AgentFunnel, Funnel } from "../../domain/funnel"
import { useOne } from "./use-one"

/** How far agents came in a period of whole days in UTC. */
export interface FunnelReport {
  readonly from: string
  readonly to: string
  /** Since when searches, carts and checkouts are counted. */
  readonly counted_since: string
  /** Whether any agent has ever called. */
  readonly has_calls: boolean
  readonly total: Funnel
  /** The busiest ones. */
  readonly agents: readonly (AgentFunnel & { readonly client_name: string | null })[]
  readonly has_more: boolean
}

/** The funnel of so many days until today, of all agents or one. */
export function useFunnel(days: number, client_id?: string) {
  const to = new Date().toISOString().slice(0, 10)
  const query = { from: daysBefore(to, days - 1), to, client_id }
  return useOne<{ readonly funnel: FunnelReport }>("/funnel", query)
}
