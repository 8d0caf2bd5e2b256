/** The maximum length of the text for which a list of the admin is searched. */
export const LONGEST_SEARCH = 200

/** A text as the lists accept it: trimmed, without NUL and what is too long. Empty if nothing remains. */
export const searchTextIn = (text: string): string =>
  text.replaceAll("\0", "").trim().slice(0, LONGEST_SEARCH).trim()

/** Whether the audit log is searched for a text without reading all of it: its index has groups of three characters. */
export const isSearchable = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)
