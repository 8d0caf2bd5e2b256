import { world } from "../../integration-tests/support/world"
import type { Effort, Figure, Outcome } from "../bench"
import { compare, compareMeasures } from "../compare"
import { ask, type Target } from "../load"
import { oneAtATime, rateOf } from "./one-at-a-time"
import { QUERIES } from "./queries"
import { ours, store } from "./sides"

/** So many searches one after the other tell what a slow one of a hundred takes. */
const SINGLES = 400

/** As long a page on either side. */
const searching = (path: string) => QUERIES.map((q) => `${path}?limit=20&q=${encodeURIComponent(q)}`)

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

/** So many of Medusa's own, each of which takes most of a second. */
const [THEIR_SINGLES, FEWER_SINGLES] = [12, 5]

/** Searches one at a time: against Medusa's own, and what the slowest take, mistyped queries among them. */
export async function searchAlone(token: string, effort: Effort): Promise<Outcome[]> {
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

/** So many requests of Medusa's own tell how fast it is; more take minutes. */
const AMOUNTS = { q: 30, list: 40, product: 80 }
const FEWER = { q: 20, list: 20, product: 40 }

/** Searches, lists and single products at 20 connections, against what Medusa answers for the same. */
export async function underLoad(token: string, effort: Effort): Promise<Outcome[]> {
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
