import type { CheckResult, CheckDetails } from "../domain/diagnostics"

export type { CheckResult, Level } from "../domain/diagnostics"

/** A result that requires no action. */
export const ok = (text: string, details?: CheckDetails): CheckResult => ({ level: "ok", text, ...details })

/** The store works, but perhaps not as intended. */
export const warning = (text: string, advice: string, details?: CheckDetails): CheckResult => ({
  level: "warning",
  text,
  advice,
  ...details,
})

/** A part of the store does not work. */
export const problem = (text: string, advice: string, details?: CheckDetails): CheckResult => ({
  level: "problem",
  text,
  advice,
  ...details,
})
