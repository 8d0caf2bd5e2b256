/** Whether the audit log is searched for a text without reading all of it: its index has groups of three characters. */
export const isSearchable = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)
