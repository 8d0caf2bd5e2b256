/** The result of a tool (MCP: Tools). */
export interface ToolResult {
  readonly isError?: boolean
  readonly structuredContent?: object
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
}

/** An amount in minor units of an ISO 4217 currency. */
export interface Price {
  readonly amount: number
  readonly currency: string
}

interface PriceRange {
  readonly min: Price
  readonly max: Price
}

/** A product as UCP returns it; the members that are shown. */
export interface Product {
  readonly title: string
  readonly description?: { readonly plain?: string }
  readonly price_range?: PriceRange
  readonly list_price_range?: PriceRange
  readonly media?: readonly { readonly type: string; readonly url: string }[]
  readonly options?: readonly {
    readonly name: string
    readonly values: readonly { readonly label: string }[]
  }[]
  readonly variants?: readonly { readonly availability?: { readonly status?: string } }[]
}

/** A line of a basket. Amounts in minor units. */
export interface Line {
  readonly item: { readonly title: string; readonly image_url?: string }
  readonly quantity: number
  readonly totals: readonly Total[]
}

/** A total of a cart or checkout. Amount in minor units. */
export interface Total {
  readonly type: string
  readonly amount: number
  readonly display_text?: string
}

/** A message of the store about a result. Its language is English. */
export interface StoreMessage {
  readonly content: string
}

/** A cart, or a checkout if it has a status. */
export interface Basket {
  readonly id: string
  readonly status?: string
  readonly currency: string
  readonly line_items: readonly Line[]
  readonly totals: readonly Total[]
  readonly discounts?: { readonly applied?: readonly { readonly title: string; readonly code?: string }[] }
  readonly order?: { readonly id: string; readonly label?: string }
}

/** What a result contains. UCP has no member that says so, so the members themselves do. */
export interface Content extends Partial<Basket> {
  readonly products?: readonly Product[]
  readonly product?: Product
  readonly pagination?: { readonly has_next_page?: boolean }
  readonly messages?: readonly StoreMessage[]
}

/** The content of a result. Hosts that do not pass `structuredContent` on pass the text, which has the same. */
export function contentOf({ structuredContent, content }: ToolResult): Content {
  return structuredContent ?? parsed(content?.find(({ type }) => type === "text")?.text) ?? {}
}

function parsed(text = ""): Content | undefined {
  try {
    return JSON.parse(text) as Content
  } catch {
    return undefined
  }
}

/** Whether a tool's result is a cart or a checkout. */
export const isBasket = (content: Content): content is Content & Basket => Array.isArray(content.line_items)
