/**
 * What the store changed in a quote, though its client did not ask for it. Amounts are minor units; `line` is the index
 * of a line of the new quote.
 */
export type QuoteChange =
  /** The unit price of a line. */
  | (FromTo & { readonly what: "price"; readonly line: number; readonly title: string })
  /** The quantity of a line; from 0 if the line was not in the previous quote. */
  | (FromTo & { readonly what: "quantity"; readonly line: number; readonly title: string })
  /** A line that the new quote does not contain. A notice of the quote states the reason. */
  | { readonly what: "line_removed"; readonly title: string }
  | (FromTo & { readonly what: "discount"; readonly title: string })
  | (FromTo & { readonly what: "shipping" | "tax" })
  /** The total; always the last change. */
  | (FromTo & { readonly what: "total"; readonly from_currency: string; readonly to_currency: string })

interface FromTo {
  readonly from: number
  readonly to: number
}

/** The changes of a quote, and the request that they are reported to. Never empty. */
export interface QuoteChanges {
  /** The id of the request. When it is repeated after a crash, it gets the same answer. */
  readonly by: string
  /** Whether the request was a completion. Then only a completion with a new idempotency key accepts the changes. */
  readonly by_completion?: true
  readonly changes: readonly QuoteChange[]
}

/**
 * A change as a sentence, with both amounts in minor units. Undefined for a smaller quantity and a removed line: the
 * notices of the quote report these.
 */
export function textOf(change: QuoteChange): string | undefined {
  if (change.what === "line_removed") return undefined
  const { from, to } = change
  switch (change.what) {
    case "quantity":
      return to > from ? `The quantity of ${change.title} changed from ${from} to ${to}.` : undefined
    case "total":
      return `The total changed from ${from} ${change.from_currency} to ${to} ${change.to_currency} (minor units).`
    case "price":
      return `The price of ${change.title} changed from ${from} to ${to} (minor units).`
    case "discount":
      return `The discount ${change.title} changed from ${from} to ${to} (minor units).`
    case "shipping":
      return `The cost of shipping changed from ${from} to ${to} (minor units).`
    case "tax":
      return `The tax changed from ${from} to ${to} (minor units).`
  }
}
