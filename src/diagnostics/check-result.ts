import type { Finding, Told } from "../domain/diagnostics"

export type { Finding, Level } from "../domain/diagnostics"

/** A finding that needs no action. */
export const ok = (text: string, told?: Told): Finding => ({ level: "ok", text, ...told })

/** The store works, but perhaps not as intended. */
export const warning = (text: string, advice: string, told?: Told): Finding => ({
  level: "warning",
  text,
  advice,
  ...told,
})

/** A part of the store does not work. */
export const problem = (text: string, advice: string, told?: Told): Finding => ({
  level: "problem",
  text,
  advice,
  ...told,
})
