/** `gw_push_config`: where a client wants to be told of a task, and how far it has been. */
export interface PushConfig {
  readonly task_id: string
  /** The client's own name for it, or ours; unique for the task. */
  readonly id: string
  readonly url: string
  /** The version of A2A in which it was asked for, and is told. */
  readonly version: "0.3" | "1.0"
  /** The consent under which it was asked for: it is told nothing when that ends. */
  readonly grant_id: string
  /** What the token that asked for it could do: it is told no more. */
  readonly scopes: readonly string[]
  /** What the address is called with, sealed; nothing is kept once it has ended. */
  readonly secrets: string | null
  /** The number of the last event it was told. */
  readonly seq: number
  /** The number of the task's newest event. */
  readonly newest_seq: number
  /** Rises with each attempt, and when the address changes: what comes of an earlier attempt counts for nothing. */
  readonly attempt: number
  /** How often in a row the next event could not be told. */
  readonly failures: number
  /** When it is to be told next; null while there is nothing to tell. */
  readonly next_at: Date | null
  readonly last_error: string | null
  /** Since when it is not told anything more: its receiver or its consent is gone. */
  readonly ended_at: Date | null
  readonly created_at: Date
}
