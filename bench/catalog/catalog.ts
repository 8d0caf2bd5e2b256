import { sql } from "../../integration-tests/support/database"
import { startBenchWorld } from "../start-bench-world"
import type { Bench, Effort, Outcome } from "../bench"
import { measureFeed } from "./feed"
import { waitUntilIndexed } from "./index-catalog"
import { compareUnderLoad, measureSingleSearches, medianSearchTime } from "./search"
import { seedCategories, seedProducts } from "./seed"
import { unlimitedToken } from "./sides"

/** The number of products, and the part of them that exists at the first measurement of a search. */
const MANY = 100_000
const MANY_QUICKLY = 10_000
const PART = 1 / 10

/** The maximum growth of the cost of a search with ten times as many products. */
const GROWTH = 2

/** Search, lists, single products and the feed of a store with a hundred thousand products. */
export const catalog: Bench = {
  name: "catalog",
  about:
    "search, browsing, single products and the feed at 100,000 products against GET /store/products and its ?q=",
  async run(effort) {
    const { world, stop } = await startBenchWorld()
    process.env.GW_TEST_WORLD = JSON.stringify(world)
    try {
      return await inStore(effort)
    } finally {
      await stop()
    }
  },
}

async function inStore(effort: Effort): Promise<Outcome[]> {
  const many = effort.quick ? MANY_QUICKLY : MANY
  const few = many * PART
  await sql("update gw_setting set ucp_enabled = true")
  await seedCategories()
  const token = await unlimitedToken()
  await seedProducts(1, few)
  await waitUntilIndexed(few, few)
  const timeWithFew = await medianSearchTime(token)
  await seedProducts(few + 1, many)
  const rebuild = await waitUntilIndexed(many - few, many)
  const growth = (await medianSearchTime(token)) / timeWithFew
  return [
    ...(await measureSingleSearches(token, effort)),
    ...(await compareUnderLoad(token, effort)),
    { what: "search_cost_at_ten_times_the_products", value: growth, unit: "x", limit: GROWTH },
    ...(await measureFeed(token, many, effort)),
    rebuild,
  ]
}
