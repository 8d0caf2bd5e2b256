/** A list as it is typed: one entry a line. */
export const asLines = (list: readonly string[]): string => list.join("\n")

/** The entries of such a text; empty lines are none. */
export const linesIn = (text: string): string[] => text.split("\n").flatMap((line) => line.trim() || [])
