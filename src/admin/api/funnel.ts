import { daysBefore } from "../../domain/period"
import type { AgentFunnel, Funnel } from "../../domain/funnel"
import { useOne } from "./use-one"

/** The funnel report for a period of whole days in UTC. */
export interface FunnelReport {
  readonly from: string
  readonly to: string
  /** The day since which searches, carts and checkouts are counted. */
  readonly counted_since: string
  /** Whether any agent has ever called. */
  readonly has_calls: boolean
  readonly total: Funnel
  /** The agents with the most activity. */
  readonly agents: readonly (AgentFunnel & { readonly client_name: string | null })[]
  readonly has_more: boolean
}

/**
 * The funnel of the last `days` days including today, for all agents or one. While another period loads, the previous
 * funnel stays.
 */
export function useFunnel(days: number, client_id?: string) {
  const to = new Date().toISOString().slice(0, 10)
  const query = { from: daysBefore(to, days - 1), to, client_id }
  return useOne<{ readonly funnel: FunnelReport }>("/funnel", query, { keeps_previous: true })
}
