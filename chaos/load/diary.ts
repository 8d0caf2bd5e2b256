import type { Asked } from "../audit/books"

/** What the clients of a run know: what they asked for, and what surprised them. */
export class Diary {
  readonly asked: Asked[] = []
  readonly canceled: string[] = []
  /** Orders of which a merchant was not told whether they are canceled. */
  readonly unsure: string[] = []
  /** What no client should ever meet, in words. */
  readonly surprises: string[] = []
  /** How many payments have come to the end of what was to be done to them. */
  ended = 0
  private readonly done = new Map<string, number>()

  /** Counts something that was tried. */
  count(name: string): void {
    this.done.set(name, (this.done.get(name) ?? 0) + 1)
  }

  /** How often what was tried, the most frequent first. */
  counts(): [name: string, times: number][] {
    return [...this.done].sort(([, a], [, b]) => b - a)
  }
}
