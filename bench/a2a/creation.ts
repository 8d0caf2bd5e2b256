import { Storefront } from "../../integration-tests/support/storefront"
import type { Comparison, Effort } from "../bench"
import { stockUp } from "../stock"
import { compareMeasures, type Measure } from "../compare"
import { fetchContaining } from "./reads"
import { skill } from "./rpc"

/** `create_payment`, including the call to the bank, against Medusa's completion of a cart that is ready for it. */
export async function compareCreation(token: string, effort: Effort): Promise<Comparison> {
  await stockUp()
  const count = effort.quick ? 5 : 15
  const create = skill(token, "create_payment", { amount: 1500, currency: "EUR" })
  const ours = () =>
    timed(Array.from({ length: count }, () => () => fetchContaining(create, "sca_redirect_url")))
  const peer = async () => timed(await completions(count))
  return compareMeasures({ what: "create_payment", ours, peer, target: 1 }, effort)
}

type Job = () => Promise<unknown>

async function completions(count: number): Promise<Job[]> {
  const shop = new Storefront()
  const jobs: Job[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await shop.fillCart()
    await shop.startPayment(id, {}, "pp_system_default")
    jobs.push(async () => {
      const { order, error } = await shop.complete(id)
      if (!order) throw new Error(`the cart ${id} was not completed: ${error?.message}`)
    })
  }
  return jobs
}

/** The speed of jobs that run one after another. */
async function timed(jobs: readonly Job[]): ReturnType<Measure> {
  const took: number[] = []
  for (const job of jobs) {
    const start = performance.now()
    await job()
    took.push(performance.now() - start)
  }
  const total = took.reduce((sum, ms) => sum + ms, 0)
  return { rate: (1000 * jobs.length) / total, p99: Math.max(...took) }
}
