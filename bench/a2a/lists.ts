import type { Comparison, Effort } from "../bench"
import { compare } from "../compare"
import type { Target } from "../load"
import { fetchContaining } from "./reads"
import { skill } from "./rpc"

/** The speed that a list must keep with a thousand times as many payments: at most 1.1 times the time. */
const TARGET = 1 / 1.1

const INPUTS = {
  list_payments: {},
  list_payments_by_status: { status: "declined", limit: 5 },
  list_payments_by_currency: { currency: "RON", limit: 5 },
  list_payments_by_reference: { order_reference: "ref-700" },
  list_payments_by_time: { created_to: new Date(Date.now() - 500_000).toISOString() },
}

/** The list requests of the current store. */
export async function listsOf(token: string): Promise<Target[]> {
  const targets = Object.values(INPUTS).map((input) => skill(token, "list_payments", input))
  for (const target of targets) await fetchContaining(target, "pay_bench_")
  return targets
}

/** Compares the same lists of a store with many payments and of one with few. */
export async function compareLists(many: Target[], few: Target[], effort: Effort): Promise<Comparison[]> {
  const comparisons: Comparison[] = []
  for (const [index, what] of Object.keys(INPUTS).entries()) {
    const sides = { what, ours: many[index] as Target, peer: few[index] as Target, target: TARGET }
    comparisons.push(await compare(sides, effort))
  }
  return comparisons
}
