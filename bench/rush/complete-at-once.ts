import type { Measured } from "../load"

/** One side of a rush: prepares a purchase, and completes it. */
export interface RushSide {
  readonly name: string
  /** Creates a checkout or cart that only needs to be completed. Returns its id. */
  begin(): Promise<string>
  /** Completes it. Returns whether it is an order. */
  complete(id: string): Promise<boolean>
}

/** How many purchases are prepared at the same time. */
const PREPARED_AT_ONCE = 4

/** Completes as many purchases as there are buyers, all at once. The rate counts orders, not failed completions. */
export async function completeAtOnce(side: RushSide, buyers: number): Promise<Measured> {
  const ids = await prepare(side, buyers)
  const took: number[] = []
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  const placed = await Promise.all(
    ids.map((id) => side.complete(id).finally(() => void took.push(elapsed())))
  )
  const orders = placed.filter(Boolean).length
  const last = Math.max(...took)
  console.log(`  ${side.name}: ${orders} of ${buyers} ordered in ${(last / 1000).toFixed(1)} s`)
  return { rate: (1000 * orders) / last, p99: last }
}

/** Prepares purchases, a few at a time. Returns their ids. */
export async function prepare(side: Pick<RushSide, "begin">, count: number): Promise<string[]> {
  const ids: string[] = []
  let begun = 0
  const prepareNext = async () => {
    while (begun++ < count) ids.push(await side.begin())
  }
  await Promise.all(Array.from({ length: PREPARED_AT_ONCE }, prepareNext))
  return ids
}
