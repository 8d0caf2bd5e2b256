import type { Comparison, Effort } from "./bench"
import { load, type Measured, type Target } from "./load"

interface Sides<Side> {
  readonly what: string
  readonly ours: Side
  readonly peer: Side
  readonly target: number
}

/** Measures one side once. */
export type Measure = () => Promise<Measured>

/** Compares the responses of two targets under load. */
export function compare({ ours, peer, ...rest }: Sides<Target>, effort: Effort): Promise<Comparison> {
  const under = (target: Target) => () => load(target, effort.seconds)
  return compareMeasures({ ...rest, ours: under(ours), peer: under(peer) }, effort)
}

/** Warms up both sides and measures them alternately; the side that goes first changes from round to round. */
export async function compareMeasures(
  { what, ours, peer, target }: Sides<Measure>,
  effort: Effort
): Promise<Comparison> {
  await warmUp(ours)
  await warmUp(peer)
  const rounds: { ours: Measured; peer: Measured }[] = []
  for (let round = 0; round < effort.rounds; round++) rounds.push(await inTurn(ours, peer, round))
  const over = (value: (round: { ours: Measured; peer: Measured }) => number) => median(rounds.map(value))
  return {
    what,
    ours: { rate: over((round) => round.ours.rate), p99: over((round) => round.ours.p99) },
    peer: { rate: over((round) => round.peer.rate), p99: over((round) => round.peer.p99) },
    ratio: over((round) => round.ours.rate / round.peer.rate),
    p99_ratio: over((round) => round.ours.p99 / round.peer.p99),
    target,
  }
}

const MOST_WARM_UPS = 8
const STEADY = 1.05

/** Measures a side until it gets no faster, because the engine compiles the code that runs often. */
async function warmUp(measure: Measure): Promise<void> {
  let best = (await measure()).rate
  for (let n = 1; n < MOST_WARM_UPS; n++) {
    const { rate } = await measure()
    if (rate < best * STEADY) return
    best = rate
  }
}

async function inTurn(ours: Measure, peer: Measure, round: number) {
  if (round % 2 === 0) return { ours: await ours(), peer: await peer() }
  const first = await peer()
  return { ours: await ours(), peer: first }
}

/** The median of these values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return (low + high) / 2
}
