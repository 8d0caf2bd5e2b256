/** How far agents come on the way to a paid order. */
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

/** Why a checkout or a payment was not paid. */
export const DROP_REASONS = [
  "abandoned",
  "canceled",
  "not_placed",
  "declined",
  "expired",
  "canceled_by_agent",
  "canceled_by_merchant",
  "canceled_at_bank",
  "given_back",
  "in_review",
] as const
export type DropReason = (typeof DROP_REASONS)[number]

/** How often something has happened to an agent; without a client where nobody can tell whose call it was. */
export interface FunnelCount {
  readonly client_id: string | null
  /** Uppercase ISO 4217; null for what has none: searches and refused calls. */
  readonly currency: string | null
  readonly step: Step | DropReason | "searches" | "refused"
  /** The decline code of a payment, or why a call was refused. */
  readonly code: string | null
  readonly count: number
}

/** The steps in one currency. */
export type CurrencyFunnel = Readonly<Record<Step, number>> & {
  readonly currency: string
  /** The most frequent first. */
  readonly dropped: readonly {
    readonly reason: DropReason
    readonly code: string | null
    readonly count: number
  }[]
}

export interface Funnel {
  readonly searches: number
  /** Calls the gates refused, the most frequent reason first. */
  readonly refused: readonly { readonly code: string; readonly count: number }[]
  readonly by_currency: readonly CurrencyFunnel[]
}

export type AgentFunnel = Funnel & { readonly client_id: string }

/** All counts summed up. */
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

/** The counts of each agent, those with the most payments, checkouts and searches first. */
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
  const dropped = counts.filter(({ step }) => isReason(step))
  return {
    currency,
    ...(Object.fromEntries(steps) as Record<Step, number>),
    dropped: reasonsOf(dropped).map(({ step, code, count }) => ({ reason: step as DropReason, code, count })),
  }
}

const isReason = (step: FunnelCount["step"]): step is DropReason =>
  (DROP_REASONS as readonly string[]).includes(step)

/** One of each step and code, with their sum. */
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
