import type { Asked } from "../audit/books"
import type { GivenApproval, Receiver, SpendingRule, Story } from "../audit/story"

/** What the clients of a run know: what they set out to do, what they asked for, and what surprised them. */
export class Diary {
  readonly stories: Story[] = []
  readonly asked: Asked[] = []
  readonly canceled: string[] = []
  /** Payments whose authorization was requested to be voided; their orders stay. */
  readonly voided: string[] = []
  readonly rules: SpendingRule[] = []
  readonly approvals: GivenApproval[] = []
  readonly receivers: Receiver[] = []
  /** Orders of which a merchant was not told whether they are canceled. */
  readonly unsure: string[] = []
  /** What no client should ever meet, in words. */
  readonly surprises: string[] = []
  /** How many payments have come to the end of what was to be done to them. */
  ended = 0
  /** Whether nothing goes wrong on purpose. */
  is_calm = false
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
