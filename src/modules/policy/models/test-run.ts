/** The steps of the self-test, in this order. */
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

/** The state of one step of a test run. */
export type TestStepState = "pending" | "running" | "passed" | "failed" | "skipped"

/** The result of a step: the message's code and data for translations, and the message in English. */
export interface TestStepNote {
  readonly code: string
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly advice?: string
}

/** A step of the self-test. `ms` is its duration once it has ended. */
export interface TestStep extends Partial<TestStepNote> {
  readonly id: TestStepId
  readonly state: TestStepState
  readonly ms: number | null
}

/** The received webhook, unmodified. */
export interface TestPing {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `gw_test_run`: the self-test that is running, or the last one. */
export interface TestRun {
  readonly id: string
  readonly state: "running" | "passed" | "failed"
  readonly steps: readonly TestStep[]
  /** A secret part of the URL at which the webhook is awaited. */
  readonly nonce: string
  readonly ping: TestPing | null
  readonly started_by: string
  readonly started_at: Date
  readonly ended_at: Date | null
}
