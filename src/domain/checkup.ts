/** How it stands with something that was looked at. */
export type Level = "ok" | "warning" | "problem"

/** The same for whoever tells it in words of his own: the name of the sentence, and what goes into it. */
export interface Told {
  readonly code: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** What a check has found, and what to do about it. */
export interface Finding extends Partial<Told> {
  readonly level: Level
  readonly text: string
  readonly advice?: string
}

/** How far something is that is seen to, by the worst that was found of it. */
export const CHECKLIST_STATES = { ok: "done", warning: "todo", problem: "problem" } as const satisfies Record<
  Level,
  string
>

/** One thing a merchant sees to before agents come. */
export interface ChecklistItem {
  readonly id: string
  readonly state: (typeof CHECKLIST_STATES)[Level]
  readonly findings: readonly Finding[]
}

/** What tells agents of the store, with how its address answers now. */
export interface DocumentStatus {
  readonly id: string
  readonly url: string
  /** Null when nothing answers. */
  readonly status: number | null
  readonly ok: boolean
  /** Whether it answers as one whose surface is switched off. */
  readonly is_off: boolean
  readonly ms: number
  /** Whether it is for those with a token: without one it answers 401. */
  readonly needs_token: boolean
}
