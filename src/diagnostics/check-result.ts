import type { CheckResult, Told } from "../domain/diagnostics"

export type { CheckResult, Level } from "../domain/diagnostics"

/** A finding that needs no action. */
export const ok = (text: string, told?: Told): CheckResult => ({ level: "ok", text, ...told })

/** The store works, but perhaps not as intended. */
export const warning = (text: string, advice: string, told?: Told): CheckResult => ({
  level: "warning",
  text,
  advice,
  ...told,
})

/** A part of the store does not work. */
export const problem = (text: string, advice: string, told?: Told): CheckResult => ({
  level: "problem",
  text,
  advice,
  ...told,
})
