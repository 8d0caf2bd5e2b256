import type { Measured } from "./load"

/** How long a bench may take: the number of rounds, and the seconds of load on each side in each of them. */
export interface Effort {
  readonly quick: boolean
  readonly rounds: number
  readonly seconds: number
}

/** What one comparison came to: medians over its rounds. */
export interface Comparison {
  readonly what: string
  readonly ours: Measured
  readonly peer: Measured
  /** The median of the rounds' own ratios of rates, ours / peer: what the machine does to both sides cancels out. */
  readonly ratio: number
  /** The same of the slowest hundredth of the answers: above 1, ours are slower. */
  readonly p99_ratio: number
  /** The least ratio that is good enough. */
  readonly target: number
}

/** Something measured that has no peer, and the most it may be. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly limit: number
}

export type Outcome = Comparison | Figure

/** One benchmark: it starts what it needs, measures us and its peer alternately, and stops everything again. */
export interface Bench {
  readonly name: string
  /** One line for --help: what is compared with what. */
  readonly about: string
  run(effort: Effort): Promise<Outcome[]>
}
