import type { Comparison, Effort } from "./bench"
import { load, type Target } from "./load"

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
  const rounds: { ours: number; peer: number }[] = []
  for (let round = 0; round < effort.rounds; round++)
    rounds.push(await measure(ours, peer, effort.seconds, round))
  return {
    what,
    ours: median(rounds.map((round) => round.ours)),
    peer: median(rounds.map((round) => round.peer)),
    ratio: median(rounds.map((round) => round.ours / round.peer)),
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
