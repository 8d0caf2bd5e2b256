import { daysBefore, type Period } from "../../domain/period"
import type { AgentRevenue, CurrencyRevenue, RevenueReport } from "../../domain/revenue-report"
import { useOne } from "./use-one"

/** An agent with its name, and what it sold in one currency. */
export type NamedRevenue = AgentRevenue & { readonly client_name: string | null }

/** What agents sold in one currency. Amounts in minor units. */
export type CurrencyOverview = Omit<CurrencyRevenue, "agents"> & { readonly agents: readonly NamedRevenue[] }

/** What agents sold in a period of whole days in UTC, compared with the period before. */
export interface Overview extends Period, Omit<RevenueReport, "by_currency"> {
  readonly before: Period
  /** Whether any agent has ever called. */
  readonly has_calls: boolean
  readonly by_currency: readonly CurrencyOverview[]
}

/** The overview of the last `days` days including today. While another period loads, the previous overview stays. */
export function useOverview(days: number) {
  const to = new Date().toISOString().slice(0, 10)
  const query = { from: daysBefore(to, days - 1), to }
  return useOne<{ readonly overview: Overview }>("/overview", query, { keeps_previous: true })
}
