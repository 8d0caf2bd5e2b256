/** The type of a value after it was sent as JSON: dates become RFC 3339 strings. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Member in keyof T]: Wire<T[Member]> }
      : T
