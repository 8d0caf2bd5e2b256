export type Level = "ok" | "warning" | "problem"

/** What a check has found, and what to do about it. */
export interface Finding {
  readonly level: Level
  readonly text: string
  readonly advice?: string
}

/** Nothing to do. */
export const ok = (text: string): Finding => ({ level: "ok", text })

/** The store works, and perhaps not as it is meant to. */
export const warning = (text: string, advice: string): Finding => ({ level: "warning", text, advice })

/** Something does not work. */
export const problem = (text: string, advice: string): Finding => ({ level: "problem", text, advice })
