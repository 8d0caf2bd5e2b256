import type { Comparison, Effort } from "./bench"
import { load, type Measured, type Target } from "./load"

interface Sides {
  readonly what: string
  readonly ours: Target
  readonly peer: Target
  readonly target: number
}

/** Warms both sides up and measures them in turns, the side that goes first changing from round to round. */
export async function compare({ what, ours, peer, target }: Sides, effort: Effort): Promise<Comparison> {
  await load(ours, effort.seconds)
  await load(peer, effort.seconds)
  const rounds: { ours: Measured; peer: Measured }[] = []
  for (let round = 0; round < effort.rounds; round++)
    rounds.push(await measure(ours, peer, effort.seconds, round))
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

async function measure(ours: Target, peer: Target, seconds: number, round: number) {
  if (round % 2 === 0) return { ours: await load(ours, seconds), peer: await load(peer, seconds) }
  const first = await load(peer, seconds)
  return { ours: await load(ours, seconds), peer: first }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return (low + high) / 2
}
