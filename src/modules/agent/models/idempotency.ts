/** A request with an idempotency key (UCP: Idempotency). */
export interface IdempotentRequest {
  /** The owner of the key. The same key of another owner is another key. */
  readonly owner: string
  readonly operation: string
  readonly key: string
  /** Digest of the request that the key was used for. */
  readonly request_hash: string
}

/** The stored response, byte for byte. */
export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The result of a claim: the caller executes the request, it was already answered, or another process is
 * executing it. `subject` is the id of the resource it creates, chosen at the first attempt and reused by every
 * retry.
 */
export type Claim =
  | { readonly state: "claimed"; readonly subject: string }
  | { readonly state: "answered"; readonly answer: StoredAnswer }
  | { readonly state: "busy" }
