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
