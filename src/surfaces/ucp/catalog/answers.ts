import type { Listed } from "../../../modules/catalog/models/entry"
import { jsonText, type RawReply } from "../../reply"
import type { Envelope } from "../negotiation/agreement"

/** How a product is told: as this service's routes do, with its number, or as UCP's own, with Medusa's id. */
export type Wording = (listed: Listed) => string

/** The words of this service (spec: UCP catalog and products): ids are integers. */
export const numbered: Wording = ({ number, product_id, tax_included, document }) =>
  `{"id":${number},"medusa_id":${JSON.stringify(product_id)},"prices_include_tax":${tax_included},${document.slice(1)}`

/** The words of UCP (UCP: Catalog): ids are strings, and the variants' are those of line items. */
export const official: Wording = ({ product_id, document }) =>
  `{"id":${JSON.stringify(product_id)},${document.slice(1)}`

interface Page {
  readonly ucp: Envelope
  readonly products: readonly Listed[]
  readonly next_cursor: string | null
  readonly messages?: readonly object[]
}

/** A page of products. The documents are kept as text, and told as they are. */
export function productsPage(
  { ucp, products, next_cursor, messages = [] }: Page,
  wording: Wording
): RawReply {
  const pagination = {
    has_next_page: next_cursor !== null,
    ...(next_cursor !== null && { cursor: next_cursor }),
  }
  const list = products.map(wording).join(",")
  const rest = JSON.stringify({ pagination, ...(messages.length && { messages }) }).slice(1)
  return jsonText(`{"ucp":${JSON.stringify(ucp)},"products":[${list}],${rest}`)
}

/** One product. */
export function oneProduct(ucp: Envelope, product: Listed, wording: Wording): RawReply {
  return jsonText(`{"ucp":${JSON.stringify(ucp)},"product":${wording(product)}}`)
}
