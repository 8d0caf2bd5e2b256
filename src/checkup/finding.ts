import type { Finding, Told } from "../domain/checkup"

export type { Finding, Level } from "../domain/checkup"

/** Nothing to do. */
export const ok = (text: string, told?: Told): Finding => ({ level: "ok", text, ...told })

/** The store works, and perhaps not as it is meant to. */
export const warning = (text: string, advice: string, told?: Told): Finding => ({
  level: "warning",
  text,
  advice,
  ...told,
})

/** Something does not work. */
export const problem = (text: string, advice: string, told?: Told): Finding => ({
  level: "problem",
  text,
  advice,
  ...told,
})
