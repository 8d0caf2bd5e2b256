/** What arrives of a value that was sent as JSON: a time is its RFC 3339 text. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Member in keyof T]: Wire<T[Member]> }
      : T
