import type { Bench } from "./bench"
import { a2a } from "./a2a/a2a"
import { admin } from "./admin/admin"
import { catalog } from "./catalog/catalog"
import { checkout } from "./checkout/checkout"
import { gates } from "./gates/gates"
import { ipn } from "./ipn/ipn"
import { mcp } from "./mcp/mcp"
import { rpc } from "./rpc/rpc"
import { rush } from "./rush/rush"
import { webhooks } from "./webhooks/webhooks"

/** All benchmarks. A new one is a folder and a line here. */
export const BENCHES: readonly Bench[] = [rpc, gates, a2a, ipn, catalog, checkout, rush, mcp, webhooks, admin]
