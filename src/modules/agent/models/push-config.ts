/** `gw_push_config`: where a client wants push notifications of a task, and how far they were delivered. */
export interface PushConfig {
  readonly task_id: string
  /** The id that the client or the store chose; unique within the task. */
  readonly id: string
  readonly url: string
  /** The A2A version of the client's request, which the notifications use too. */
  readonly version: "0.3" | "1.0"
  /** The consent of the request. When it ends, no more notifications are sent. */
  readonly grant_id: string
  /** The scopes of the token of the request. Notifications contain no more than they allow. */
  readonly scopes: readonly string[]
  /** The encrypted credentials for the receiver; null after the configuration has ended. */
  readonly secrets: string | null
  /** The number of the last delivered event. */
  readonly seq: number
  /** The number of the task's newest event. */
  readonly newest_seq: number
  /**
   * Increases with each attempt and each change of the configuration. The result of an earlier attempt is
   * ignored.
   */
  readonly attempt: number
  /** How many deliveries of the next event have failed in a row. */
  readonly failures: number
  /** When the next delivery is due; null while there is nothing to deliver. */
  readonly next_at: Date | null
  readonly last_error: string | null
  /** When the configuration ended, because its receiver or its consent is gone. */
  readonly ended_at: Date | null
  readonly created_at: Date
}
