import type { TestRun } from "../../modules/policy/models/test-run"
import { post } from "./client"
import { useOne } from "./use-one"
import type { Wire } from "./wire"

/** What a check has found: the name of the sentence, what goes into it, and the sentence in English. */
export interface Finding {
  readonly level: "ok" | "warning" | "problem"
  readonly code?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly text: string
  readonly advice?: string
}

export interface ChecklistItem {
  readonly id: string
  readonly state: "done" | "todo" | "problem"
  readonly findings: readonly Finding[]
}

export const useChecklist = () => useOne<{ readonly items: readonly ChecklistItem[] }>("/checklist")

export interface DocumentStatus {
  readonly id: string
  readonly url: string
  readonly status: number | null
  readonly ok: boolean
  readonly ms: number
  readonly needs_token: boolean
}

export const useDocuments = () => useOne<{ readonly documents: readonly DocumentStatus[] }>("/documents")

/** A test of the store as it is shown. */
export type ShownRun = Wire<Omit<TestRun, "nonce" | "ping">>

interface RunAnswer {
  readonly possible: boolean
  readonly test_run: ShownRun | null
}

/** The newest test of the store; read again every second while it runs. */
export const useTestRun = () =>
  useOne<RunAnswer>("/test-run", undefined, ({ test_run }) =>
    test_run?.state === "running" ? 1000 : undefined
  )

export const beginTestRun = () => post<RunAnswer>("/test-run")
