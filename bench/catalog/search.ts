import { world } from "../../integration-tests/support/world"
import type { Effort, Figure, Outcome } from "../bench"
import { compare, compareMeasures } from "../compare"
import { ask, type Target } from "../load"
import { oneAtATime, rateOf } from "./one-at-a-time"
import { QUERIES } from "./queries"
import { ours, store } from "./sides"

/** So many searches one after the other tell what a slow one of a hundred takes. */
const SINGLES = 400

const searching = (path: string) => QUERIES.map((query) => `${path}?q=${encodeURIComponent(query)}`)

/** A search of ours for each of the queries. */
export async function searches(token: string): Promise<Target> {
  const target = ours(token, searching("/catalog/search"))
  for (const path of target.paths ?? []) await seen({ ...target, url: `${target.url}${path}` })
  return target
}

async function seen(target: Target): Promise<void> {
  const body = await ask(target)
  if (!body.includes('"medusa_id"')) throw new Error(`${target.url} found nothing: ${body}`)
}

/** What searches take that nobody else waits for: the middle one, in milliseconds. */
export async function middleSearch(token: string): Promise<number> {
  const target = await searches(token)
  await oneAtATime(target, SINGLES)
  return (await oneAtATime(target, SINGLES)).p50
}

/** Searches one at a time: against Medusa's own, and what the slowest take, mistyped queries among them. */
export async function searchAlone(token: string, { quick, ...effort }: Effort): Promise<Outcome[]> {
  const [search, theirs] = [await searches(token), store(searching("/store/products"), 0)]
  const slowest: number[] = []
  const compared = await compareMeasures(
    {
      what: "search_alone_p50",
      ours: async () => {
        const latency = await oneAtATime(search, SINGLES)
        slowest.push(latency.p99)
        return rateOf(latency)
      },
      peer: async () => rateOf(await oneAtATime(theirs, quick ? 5 : 12)),
      target: 40,
    },
    { quick, ...effort }
  )
  // Without the first round, which is for warming up: the median of the others.
  const [, ...counted] = slowest
  const value = counted.sort((a, b) => a - b)[Math.floor(counted.length / 2)] ?? Infinity
  return [compared, { what: "search_alone_p99", value, unit: "ms", limit: 40 } satisfies Figure]
}

/** Searches, lists and single products at 20 connections, against what Medusa answers for the same. */
export async function underLoad(token: string, effort: Effort): Promise<Outcome[]> {
  const search = await searches(token)
  const browse = ours(token, ["/catalog/search"])
  const region = world().shop.region_ids.eur
  const [few, some, many] = effort.quick ? [20, 20, 40] : [30, 40, 80]
  const theirSearch = store(searching("/store/products"), few as number)
  const theirList = store([`/store/products?limit=20&region_id=${region}`], some as number)
  const ids = Array.from({ length: 50 }, (_, n) => `prod_bench_${n * 199 + 1}`)
  const product = ours(
    token,
    ids.map((id) => `/products/${id}`)
  )
  const theirProduct = store(
    ids.map((id) => `/store/products/${id}?region_id=${region}`),
    many as number
  )
  return [
    await compare({ what: "search_against_q", ours: search, peer: theirSearch, target: 60 }, effort),
    await compare({ what: "search_against_list", ours: search, peer: theirList, target: 30 }, effort),
    await compare({ what: "browse_against_list", ours: browse, peer: theirList, target: 75 }, effort),
    await compare({ what: "product", ours: product, peer: theirProduct, target: 20 }, effort),
  ]
}
