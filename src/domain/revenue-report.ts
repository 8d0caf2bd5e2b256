import { type Period, daysBefore, daysIn, periodBefore } from "./period"

/** The payments that agents requested on one day (UTC) in one currency. */
export interface RevenueDay {
  /** Such as `2026-01-31`. */
  readonly day: string
  /** Uppercase ISO 4217. */
  readonly currency: string
  /** The captured amounts minus the refunded ones, in minor units. */
  readonly revenue: number
  /** Payments that were authorized and whose order was announced. */
  readonly paid: number
  /** Payments that ended without that. */
  readonly not_paid: number
}

/** An agent's paid payments in one currency, in a period. */
export type AgentRevenue = Pick<RevenueDay, "currency" | "revenue" | "paid"> & { readonly client_id: string }

/** A number in a period, and in the period of the same length before it. */
export interface Compared {
  readonly now: number
  readonly before: number
}

/** What agents sold in one currency. Amounts in its minor units. */
export interface CurrencyRevenue {
  readonly currency: string
  readonly revenue: Compared
  readonly paid: Compared
  /** Every day of the period, the first one first. */
  readonly days: readonly Pick<RevenueDay, "day" | "revenue" | "paid">[]
  /** The agents with the highest revenue, the highest first. */
  readonly agents: readonly AgentRevenue[]
}

/** What agents sold in a period. Amounts of different currencies are never added. */
export interface RevenueReport {
  /** Paid payments in all currencies. */
  readonly paid: Compared
  /** Payments in all currencies that ended without being paid. */
  readonly not_paid: Compared
  /** The currencies of both periods, the one with the most paid payments first. */
  readonly by_currency: readonly CurrencyRevenue[]
}

/** The report of a period, from the days of this period and of the one before it. */
export function revenueReport(
  period: Period,
  days: readonly RevenueDay[],
  agents: readonly AgentRevenue[]
): RevenueReport {
  const currencies = [...new Set(days.map(({ currency }) => currency))].sort()
  const by_currency = currencies.map((currency) =>
    inCurrency(
      currency,
      period,
      days.filter((one) => one.currency === currency),
      agents.filter((one) => one.currency === currency)
    )
  )
  return {
    paid: compared(period, days, "paid"),
    not_paid: compared(period, days, "not_paid"),
    by_currency: by_currency.sort((a, b) => b.paid.now - a.paid.now),
  }
}

function inCurrency(
  currency: string,
  period: Period,
  days: readonly RevenueDay[],
  agents: readonly AgentRevenue[]
): CurrencyRevenue {
  return {
    currency,
    revenue: compared(period, days, "revenue"),
    paid: compared(period, days, "paid"),
    days: everyDay(period, days),
    agents,
  }
}

type Summed = "revenue" | "paid" | "not_paid"

const compared = (period: Period, days: readonly RevenueDay[], member: Summed): Compared => ({
  now: sumIn(period, days, member),
  before: sumIn(periodBefore(period), days, member),
})

const sumIn = ({ from, to }: Period, days: readonly RevenueDay[], member: Summed): number =>
  days.reduce((sum, one) => (one.day >= from && one.day <= to ? sum + one[member] : sum), 0)

/** A day without payments is 0. */
function everyDay(period: Period, days: readonly RevenueDay[]): CurrencyRevenue["days"] {
  const known = new Map(days.map((one) => [one.day, one]))
  const count = daysIn(period)
  return Array.from({ length: count }, (_, place) => {
    const day = daysBefore(period.to, count - 1 - place)
    return { day, revenue: known.get(day)?.revenue ?? 0, paid: known.get(day)?.paid ?? 0 }
  })
}
