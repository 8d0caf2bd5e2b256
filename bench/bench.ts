import type { Measured } from "./load"

/** The effort of a bench: the number of rounds, and the seconds of load on each side per round. */
export interface Effort {
  readonly quick: boolean
  readonly rounds: number
  readonly seconds: number
}

/** The result of one comparison: medians over its rounds. */
export interface Comparison {
  readonly what: string
  readonly ours: Measured
  readonly peer: Measured
  /** The median of each round's ratio of rates, ours / peer. The influence of the machine on both sides cancels out. */
  readonly ratio: number
  /** The same for the 99th percentile of response times: above 1, ours are slower. */
  readonly p99_ratio: number
  /** The minimum ratio. */
  readonly target: number
}

/** A measurement without a peer, and its maximum. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly limit: number
}

/** What one measurement of a bench returns: a comparison with a peer, or a figure of its own. */
export type Outcome = Comparison | Figure

/**
 * One benchmark: it starts everything it needs, measures this plugin and its peer alternately, and stops everything
 * again.
 */
export interface Bench {
  readonly name: string
  /** One line for --help: the two things compared. */
  readonly about: string
  run(effort: Effort): Promise<Outcome[]>
}
