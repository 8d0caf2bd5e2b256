import type { ErrorCode } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { canRetry } from "../../../gateway/idempotency/new-key-advice"
import { jsonPathOf } from "../../../gateway/json-path"
import type { Tool, ToolResult } from "../../../gateway/mcp/tool"
import { isReply, json, type RawReply } from "../../../gateway/reply"
import { isProductsReply } from "../catalog/catalog-responses"
import { productOfCatalog } from "../catalog/product-official"
import { listOrdersOfCaller } from "../order/list-orders"
import { completeCheckout } from "../checkout/complete-checkout"
import { versionOf } from "../negotiation/agreement"
import type { ErrorMessage } from "../ucp-errors"
import { type OrderList, withShortOrders } from "./short-orders"
import {
  type ProductAlone,
  type ProductList,
  shortPage,
  withShortProduct,
  withShortProducts,
} from "./short-products"

/** The members of REST responses that this code reads. */
interface Body {
  readonly ucp?: { readonly status?: string }
  readonly status?: string
  readonly code?: ErrorCode
  readonly continue_url?: string
  readonly messages?: readonly ErrorMessage[]
  readonly data?: { readonly issues?: readonly { readonly path: string; readonly message: string }[] }
}

/** A tool's result from what its operation has returned, which is what REST would send (UCP: MCP binding, results). */
export function answerOf(result: unknown, tool: Tool, call: Call): ToolResult {
  const response = isReply(result) ? result : json(result)
  if (isProductsReply(response)) return { content: shortPage(response), is_error: false }
  const { status, body } = response
  const parsed = JSON.parse(String(body)) as Body & Record<string, unknown>
  const content = status < 400 ? shown(parsed, tool) : withoutRestMembers(parsed)
  const envelope = parsed.ucp ?? { version: versionOf(call), status: "success" }
  return {
    content: { ucp: envelope, ...content },
    is_error: status >= 400 || envelope.status === "error",
    ...hand(content, tool),
  }
}

function shown(content: Body & ProductList & ProductAlone & OrderList, { operation }: Tool): Body {
  if (operation === listOrdersOfCaller) return withShortOrders(content)
  if (content.products) return withShortProducts(content)
  return operation === productOfCatalog ? withShortProduct(content) : content
}

/**
 * A refusal has UCP's members only: the checkout if there is one, and a message for each fault, after one that says how to
 * make another attempt.
 */
function withoutRestMembers(refused: Body & Record<string, unknown>): Body {
  const { code, message: _, data, content: __, detail: ___, ...rest } = refused
  const [first] = rest.messages ?? []
  if (!data?.issues?.length || !first || "id" in rest) return rest
  const advice = code && canRetry(code) ? [first] : []
  return { ...rest, messages: [...advice, ...data.issues.map((issue) => ({ ...first, ...faultOf(issue) }))] }
}

function faultOf({
  path,
  message,
}: {
  path: string
  message: string
}): Pick<ErrorMessage, "content" | "path"> {
  if (path.startsWith("$")) return { content: message, path }
  if (!path) return { content: `The request ${message}.` }
  return { content: `${path} ${message}`, path: jsonPathOf(path) }
}

/** What the person must do before the payment goes on: only they can authenticate it, and only on the payment page. */
function hand({ status, continue_url }: Body, { operation }: Tool): Pick<ToolResult, "advice" | "link"> {
  if (status !== "requires_escalation" || continue_url === undefined) return {}
  const advice = `Not paid yet. Give the buyer this link: ${continue_url} . Do not open it yourself, and do not ask for card data or codes. Then call get_checkout every 5 seconds, later less often, until the status is completed.`
  const link = { url: continue_url, message: "Authenticate the payment on the payment page." }
  return operation === completeCheckout ? { advice, link } : { advice }
}

/** Whether an operation has refused because its checkout has ended. */
export function hasEnded({ status, body }: RawReply): boolean {
  return status === 409 && (JSON.parse(String(body)) as { code?: string }).code === "invalid_state"
}
