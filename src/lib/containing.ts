/** The pattern of SQL's `ilike` for values that contain a text. `%`, `_` and `\` in the text have no special meaning. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
