/** A request that may be sent again with the same key (UCP: Idempotency). */
export interface KeyedRequest {
  /** Whose key it is: keys of others are other keys. */
  readonly owner: string
  readonly operation: string
  readonly key: string
  /** Digest of what was asked for: what the key stands for. */
  readonly request_hash: string
}

/** What a request was answered, to the byte. */
export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * How a keyed request goes on: it is ours to execute, it was answered before, or somebody is executing it right now.
 * `subject` is the id of what it makes: chosen at the first attempt, and the same in every later one.
 */
export type Claim =
  | { readonly state: "claimed"; readonly subject: string }
  | { readonly state: "answered"; readonly answer: StoredAnswer }
  | { readonly state: "busy" }
