import type { RequestedMovement } from "../audit/books"
import type { ModeName } from "../audit/mode-name"
import type { GivenApproval, Mandate, Receiver, SpendingRule, Story } from "../audit/story"
import type { Opened } from "./purchase"

/** The clients' record of a run: their stories, their requests, and unexpected responses. */
export class RunLog {
  constructor(readonly mode: ModeName) {}

  readonly stories: Story[] = []
  readonly requested: RequestedMovement[] = []
  readonly canceled: string[] = []
  /** Payments whose authorization was requested to be voided; their orders stay. */
  readonly voided: string[] = []
  readonly rules: SpendingRule[] = []
  readonly approvals: GivenApproval[] = []
  /** The ids of checkouts of equal purchases, begun at the same time and never confirmed. */
  readonly repeated: (readonly string[])[] = []
  readonly mandates: Mandate[] = []
  readonly receivers: Receiver[] = []
  /** Ids of orders whose cancellation had no clear response. */
  readonly unsure: string[] = []
  /** Ids of Stripe's payments that customers have seen, with the payment whose page showed them. */
  readonly shown = new Map<string, string>()
  /** The purchases whose cart a customer has taken over. Their agents read the checkouts at the end. */
  readonly taken_over: Opened[] = []
  /** Descriptions of responses that no client should ever get. */
  readonly surprises: string[] = []
  /** The number of purchases whose actions are complete. */
  ended = 0
  /** Whether the run has no planned failures. */
  is_calm = false
  /** Whether the planned failures have ended. */
  is_undisturbed = false
  private readonly done = new Map<string, number>()

  /** Counts an action. */
  count(name: string): void {
    this.done.set(name, (this.done.get(name) ?? 0) + 1)
  }

  /** The actions with their numbers, the most frequent first. */
  counts(): [name: string, times: number][] {
    return [...this.done].sort(([, a], [, b]) => b - a)
  }
}
