import type { Tool } from "../../../../gateway/mcp/tool"
import { CART_TOOLS } from "./cart"
import { CATALOG_TOOLS } from "./catalog"
import { CHECKOUT_TOOLS } from "./checkout"
import { ORDER_TOOLS } from "./order"

/** Every tool, in the order in which they are listed. All but the last three have UCP's own names. */
export const UCP_TOOLS: readonly Tool[] = [...CATALOG_TOOLS, ...CART_TOOLS, ...CHECKOUT_TOOLS, ...ORDER_TOOLS]
