/** What a test of the store tries, in this order. */
export const TEST_STEPS = [
  "discovery",
  "credential",
  "payment",
  "approval",
  "refund",
  "webhook",
  "cleanup",
] as const
export type TestStepId = (typeof TEST_STEPS)[number]

export type TestStepState = "pending" | "running" | "passed" | "failed" | "skipped"

/** What has become of a step: the name of the sentence, what goes into it, and the sentence in English. */
export interface TestStepNote {
  readonly code: string
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly advice?: string
}

/** One step of a test; `ms` is how long it took, once it is over. */
export interface TestStep extends Partial<TestStepNote> {
  readonly id: TestStepId
  readonly state: TestStepState
  readonly ms: number | null
}

/** The webhook that came, as it was received. */
export interface TestPing {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `gw_test_run`: the newest test of the store, or the one that is under way. */
export interface TestRun {
  readonly id: string
  readonly state: "running" | "passed" | "failed"
  readonly steps: readonly TestStep[]
  /** Names the address at which the webhook is awaited; nobody else knows it. */
  readonly nonce: string
  readonly ping: TestPing | null
  readonly started_by: string
  readonly started_at: Date
  readonly ended_at: Date | null
}
