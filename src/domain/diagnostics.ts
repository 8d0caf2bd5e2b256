/** The severity of a check's result. */
export type Level = "ok" | "warning" | "problem"

/** The code and data of a result, for clients that translate it. */
export interface CheckDetails {
  readonly code: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** The result of a check, with advice on what to do. */
export interface CheckResult extends Partial<CheckDetails> {
  readonly level: Level
  readonly text: string
  readonly advice?: string
}

/** The state of a checklist item, by the worst result of its checks. */
export const CHECKLIST_STATES = { ok: "done", warning: "todo", problem: "problem" } as const satisfies Record<
  Level,
  string
>

/** An item of the merchant's checklist before agents can be admitted. */
export interface ChecklistItem {
  readonly id: string
  readonly state: (typeof CHECKLIST_STATES)[Level]
  readonly findings: readonly CheckResult[]
}

/** A public document about the store for agents, and the current response of its URL. */
export interface DocumentStatus {
  readonly id: string
  readonly url: string
  /** Null if there is no response. */
  readonly status: number | null
  readonly ok: boolean
  /** Whether the response is that of a disabled surface. */
  readonly is_off: boolean
  readonly ms: number
  /** Whether it requires a token: without one it answers 401. */
  readonly needs_token: boolean
}
