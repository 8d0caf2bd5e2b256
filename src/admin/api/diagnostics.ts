import type { ChecklistItem, DocumentStatus } from "../../domain/diagnostics"
import type { TestRun } from "../../modules/policy/models/test-run"
import { post } from "./client"
import { useOne } from "./use-one"
import type { Wire } from "./wire"

/** The steps of the setup, and whether each is done. */
export const useChecklist = () => useOne<{ readonly items: readonly ChecklistItem[] }>("/checklist")

/** The discovery documents, and whether agents can read them. */
export const useDocuments = () => useOne<{ readonly documents: readonly DocumentStatus[] }>("/documents")

/** A test run of the store as the API returns it. */
export type ShownRun = Wire<Omit<TestRun, "nonce" | "ping">>

/** The newest test run, and whether this store can be tested. */
export interface TestRunAnswer {
  readonly possible: boolean
  readonly test_run: ShownRun | null
}

/** The newest test run of the store, refetched every second while it runs. */
export const useTestRun = () =>
  useOne<TestRunAnswer>("/test-run", undefined, {
    refetch_ms: ({ test_run }) => (test_run?.state === "running" ? 1000 : undefined),
  })

/** Starts a test run of the store. */
export const beginTestRun = () => post<TestRunAnswer>("/test-run")
