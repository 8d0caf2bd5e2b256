import { world } from "../../integration-tests/support/world"
import type { Effort, Figure, Outcome } from "../bench"
import { compare, compareMeasures } from "../compare"
import { fetchBody, type Target } from "../load"
import { oneAtATime, rateOf } from "./one-at-a-time"
import { QUERIES } from "./queries"
import { ours, store } from "./sides"

/** The number of single searches, enough for a 99th percentile. */
const SINGLES = 400

/** The same page size on both sides. */
const searching = (path: string) => QUERIES.map((q) => `${path}?limit=20&q=${encodeURIComponent(q)}`)

/** The searches of this plugin, one for each query. */
export async function searches(token: string): Promise<Target> {
  const target = ours(token, searching("/catalog/search"))
  for (const path of target.paths ?? []) await checkResponse({ ...target, url: `${target.url}${path}` })
  return target
}

async function checkResponse(target: Target): Promise<void> {
  const body = await fetchBody(target)
  if (!body.includes('"medusa_id"')) throw new Error(`${target.url} found nothing: ${body}`)
}

/** The median time of a search without concurrency, in milliseconds. */
export async function medianSearchTime(token: string): Promise<number> {
  const target = await searches(token)
  await oneAtATime(target, SINGLES)
  return (await oneAtATime(target, SINGLES)).p50
}

/** The number of Medusa's searches, each of which takes most of a second. */
const [THEIR_SINGLES, FEWER_SINGLES] = [12, 5]

/** Measures single searches against Medusa's own, and the slowest ones, including misspelled queries. */
export async function measureSingleSearches(token: string, effort: Effort): Promise<Outcome[]> {
  const search = await searches(token)
  const their_count = effort.quick ? FEWER_SINGLES : THEIR_SINGLES
  const theirs = store(searching("/store/products"), their_count)
  const sides = {
    what: "search_alone_p50",
    ours: async () => rateOf(await oneAtATime(search, SINGLES)),
    peer: async () => rateOf(await oneAtATime(theirs, their_count)),
    target: 40,
  }
  const compared = await compareMeasures(sides, effort)
  const slowest: Figure = { what: "search_alone_p99", value: compared.ours.p99, unit: "ms", limit: 40 }
  return [compared, slowest]
}

/** The number of Medusa's requests: enough to measure its speed, while more would take minutes. */
const AMOUNTS = { q: 30, list: 40, product: 80 }
const FEWER = { q: 20, list: 20, product: 40 }

/** Measures searches, lists and single products with 20 connections against Medusa's equivalents. */
export async function compareUnderLoad(token: string, effort: Effort): Promise<Outcome[]> {
  const amounts = effort.quick ? FEWER : AMOUNTS
  const region = `region_id=${world().shop.region_ids.eur}`
  const ids = Array.from({ length: 50 }, (_, n) => `prod_bench_${n * 19 + 1}`)
  const [search, browse, product] = [
    await searches(token),
    ours(token, ["/catalog/search"]),
    ours(
      token,
      ids.map((id) => `/products/${id}`)
    ),
  ]
  const theirs = {
    q: store(searching("/store/products"), amounts.q),
    list: store([`/store/products?limit=20&${region}`], amounts.list),
    product: store(
      ids.map((id) => `/store/products/${id}?${region}`),
      amounts.product
    ),
  }
  return [
    await compare({ what: "search_against_q", ours: search, peer: theirs.q, target: 60 }, effort),
    await compare({ what: "search_against_list", ours: search, peer: theirs.list, target: 30 }, effort),
    await compare({ what: "browse_against_list", ours: browse, peer: theirs.list, target: 75 }, effort),
    await compare({ what: "product", ours: product, peer: theirs.product, target: 20 }, effort),
  ]
}
