import { TEST_CLIENT_IDS } from "./test-client"

/** The steps of agents on the way to a paid order. */
export const FUNNEL_STEPS = [
  "carts",
  "checkouts",
  "free",
  "payments",
  "sca_started",
  "paid",
  "pending",
] as const
type Step = (typeof FUNNEL_STEPS)[number]

/** Why a checkout led to no payment: no payment was requested, or the order could not be placed. */
export const ENDED_EARLY = ["abandoned", "canceled", "not_placed"] as const
export type EndedEarly = (typeof ENDED_EARLY)[number]

/** Why a requested payment was not paid. */
export const DROP_REASONS = [
  "declined",
  "expired",
  "canceled_by_agent",
  "canceled_by_merchant",
  "hold_expired",
  "canceled_at_bank",
  "refunded_by_store",
  "in_review",
] as const
export type DropReason = (typeof DROP_REASONS)[number]

/** A count of events by client; `client_id` is null if the client is unknown. */
export interface FunnelCount {
  readonly client_id: string | null
  /** Uppercase ISO 4217; null for searches and rejected calls. */
  readonly currency: string | null
  readonly step: Step | EndedEarly | DropReason | "searches" | "refused"
  /** The decline code of a payment, or the reason why a call was rejected. */
  readonly code: string | null
  readonly count: number
}

/** The steps in one currency. `payments` is the number of paid, pending and dropped payments. */
export type CurrencyFunnel = Readonly<Record<Step, number>> & {
  readonly currency: string
  /** Checkouts that ended before a payment was requested, most frequent reason first. */
  readonly ended_early: readonly { readonly reason: EndedEarly; readonly count: number }[]
  /** Payments that were not paid, most frequent reason first. */
  readonly dropped: readonly {
    readonly reason: DropReason
    readonly code: string | null
    readonly count: number
  }[]
}

/** The funnel in all currencies. */
export interface Funnel {
  readonly searches: number
  /** Calls that the gates rejected, most frequent reason first. */
  readonly refused: readonly { readonly code: string; readonly count: number }[]
  readonly by_currency: readonly CurrencyFunnel[]
}

/** The funnel of a client. */
export type AgentFunnel = Funnel & { readonly client_id: string }

/** The counts without those of the store's self-test. */
export const ofAgents = (counts: readonly FunnelCount[]): FunnelCount[] =>
  counts.filter(({ client_id }) => !TEST_CLIENT_IDS.includes(client_id ?? ""))

/** The funnel over all counts. */
export function funnelOf(counts: readonly FunnelCount[]): Funnel {
  const currencies = [...new Set(counts.flatMap(({ currency }) => currency ?? []))].sort()
  return {
    searches: sum(counts.filter(({ step }) => step === "searches")),
    refused: reasonsOf(counts.filter(({ step }) => step === "refused")).map(({ code, count }) => ({
      code: code ?? "",
      count,
    })),
    by_currency: currencies.map((currency) =>
      inCurrency(
        currency,
        counts.filter((one) => one.currency === currency)
      )
    ),
  }
}

/** The funnel of each agent, sorted by payments, then checkouts, then searches. */
export function funnelsByAgent(counts: readonly FunnelCount[]): AgentFunnel[] {
  const own = new Map<string, FunnelCount[]>()
  for (const count of counts) {
    if (count.client_id === null) continue
    const known = own.get(count.client_id)
    if (known) known.push(count)
    else own.set(count.client_id, [count])
  }
  const rank = (counted: readonly FunnelCount[]) =>
    ["payments", "checkouts", "searches"].map((step) => sum(counted.filter((one) => one.step === step)))
  return [...own]
    .map(([client_id, counted]) => ({ client_id, rank: rank(counted), funnel: funnelOf(counted) }))
    .sort((a, b) => compare(b.rank, a.rank) || (a.client_id < b.client_id ? -1 : 1))
    .map(({ client_id, funnel }) => ({ client_id, ...funnel }))
}

function inCurrency(currency: string, counts: readonly FunnelCount[]): CurrencyFunnel {
  const steps = FUNNEL_STEPS.map((name) => [name, sum(counts.filter(({ step }) => step === name))])
  return {
    currency,
    ...(Object.fromEntries(steps) as Record<Step, number>),
    ended_early: among(ENDED_EARLY, counts).map(({ reason, count }) => ({ reason, count })),
    dropped: among(DROP_REASONS, counts),
  }
}

/** The counts with one of these reasons, by reason and code. */
function among<Reason extends string>(reasons: readonly Reason[], counts: readonly FunnelCount[]) {
  return reasonsOf(counts).flatMap(({ step, code, count }) => {
    const reason = reasons.find((one) => one === step)
    return reason ? [{ reason, code, count }] : []
  })
}

/** The counts summed by step and code, highest first. */
function reasonsOf(counts: readonly FunnelCount[]): FunnelCount[] {
  const sums = new Map<string, FunnelCount>()
  for (const one of counts) {
    const key = `${one.step} ${one.code}`
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (`${a.step}${a.code}` < `${b.step}${b.code}` ? -1 : 1))
}

const sum = (counts: readonly FunnelCount[]): number => counts.reduce((total, { count }) => total + count, 0)

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0
