import type { IndexedOffer } from "../../../modules/catalog/models/entry"
import { jsonText, type RawReply } from "../../../gateway/reply"
import type { Envelope } from "../negotiation/agreement"

/** Serializes a listed product: `numbered` for this service's own routes, `official` for UCP's. */
export type Wording = (listed: IndexedOffer) => string

/** The format of this service's own routes (spec: UCP catalog and products): `id` is the integer product number. */
export const numbered: Wording = ({ number, product_id, tax_included, document }) =>
  `{"id":${number},"medusa_id":${JSON.stringify(product_id)},"prices_include_tax":${tax_included},${document.slice(1)}`

/**
 * The format of UCP's routes (UCP: Catalog): `id` is Medusa's string id, and variant ids are those that line items
 * take.
 */
export const official: Wording = ({ product_id, document }) =>
  `{"id":${JSON.stringify(product_id)},${document.slice(1)}`

interface Page {
  readonly ucp: Envelope
  readonly products: readonly IndexedOffer[]
  readonly next_cursor: string | null
  readonly messages?: readonly object[]
}

/** A response with a page of products, and the parts that it is made of: each product's JSON, and the other members. */
export interface ProductsReply extends RawReply {
  readonly documents: readonly string[]
  readonly ucp: Envelope
  readonly rest: object
}

/** A page of products. The stored documents are JSON text and are inserted without parsing them. */
export function productsPage(
  { ucp, products, next_cursor, messages = [] }: Page,
  wording: Wording
): ProductsReply {
  const pagination = {
    has_next_page: next_cursor !== null,
    ...(next_cursor !== null && { cursor: next_cursor }),
  }
  const documents = products.map(wording)
  const rest = { pagination, ...(messages.length && { messages }) }
  const [before, after] = pageFrame(ucp, rest)
  return { ...jsonText(before + documents.join(",") + after), documents, ucp, rest }
}

/** The JSON of a page before and after its products. */
export const pageFrame = (ucp: object, rest: object): [string, string] => [
  `{"ucp":${JSON.stringify(ucp)},"products":[`,
  `],${JSON.stringify(rest).slice(1)}`,
]

/** Whether an operation has returned a page of products. */
export const isProductsReply = (reply: RawReply): reply is ProductsReply => "documents" in reply

/** A response with one product. */
export function oneProduct(ucp: Envelope, product: IndexedOffer, wording: Wording): RawReply {
  return jsonText(`{"ucp":${JSON.stringify(ucp)},"product":${wording(product)}}`)
}
