/** The scopes, with the descriptions that the consent page shows (spec: Authentication rule 4, scope tables). */
export const SCOPES = {
  "a2a:payments:read": "See the payments it made and their state",
  "a2a:payments:create": "Ask shoppers for card payments in your store's name",
  "a2a:payments:capture": "Capture payments that were authorized before",
  "a2a:payments:refund": "Refund payments, in full or in part",
  "a2a:payments:tokenize": "Save cards and charge them later without the shopper",
  "dev.ucp.shopping.catalog.search:read": "Search the catalog",
  "dev.ucp.shopping.catalog.lookup:read": "Look products up",
  "dev.ucp.shopping.cart:manage": "Fill and change carts",
  "dev.ucp.shopping.checkout:manage": "Check out and start payments",
  "dev.ucp.shopping.order:read": "See the orders it placed",
  "dev.ucp.shopping.order:refund": "Refund orders, or ask the store to refund them",
  "dev.ucp.shopping.order:manage":
    "Cancel orders, refund them if the store allows it, and subscribe to their events",
  "dev.ucp.shopping.order.all:read": "See everything that other agents have bought for you in this store",
  "acp:checkout:read": "See the checkouts it started",
  "acp:checkout:write": "Start, change, complete and cancel checkouts",
  "acp:orders:read": "See the orders it made",
  "acp:feed:read": "Read the feed of all products of this store",
  "app:payments:read": "See your payments",
  "app:payments:create": "Start and resume paying your orders",
  "app:cards:manage": "See, add and remove your saved cards",
  "app:consents:manage": "See who has access to your account and withdraw it",
} as const

export type Scope = keyof typeof SCOPES

/**
 * The surfaces (protocol endpoints) that a token can be for. A client belongs to exactly one of them, so no
 * token covers two.
 */
export const FLAVORS = ["a2a", "ucp", "acp", "app"] as const
export type Flavor = (typeof FLAVORS)[number]

/** Which surfaces are enabled. */
export type Switches = Readonly<Record<`${Flavor}_enabled`, boolean>>

const PREFIXES: Record<Flavor, string> = { a2a: "a2a:", ucp: "dev.ucp.", acp: "acp:", app: "app:" }

/** The namespace whose base URL is the audience of a flavor's tokens (RFC 8707). */
export const NAMESPACES: Record<Flavor, string> = {
  a2a: "gw-a2a/v1",
  ucp: "gw-ucp/v1",
  acp: "gw-acp/v1",
  app: "gw-app/v1",
}

/** The flavors whose operations are also served over MCP. */
export const MCP_FLAVORS = ["ucp", "a2a", "acp"] as const satisfies readonly Flavor[]

/** The path of a flavor's MCP server from the store's root. Every document that names the server has it from here. */
export const mcpPathOf = (flavor: Flavor): string => `${NAMESPACES[flavor]}/mcp`

/** All scopes of a flavor, in table order. */
export function scopesOf(flavor: Flavor): Scope[] {
  return (Object.keys(SCOPES) as Scope[]).filter((scope) => scope.startsWith(PREFIXES[flavor]))
}

/**
 * The scopes of a client that asks for none: to browse, to buy, and to see what it bought. None cancels, captures or
 * refunds, charges a saved card, or shows what others bought.
 */
const BASIC: Record<Flavor, readonly Scope[]> = {
  a2a: ["a2a:payments:read", "a2a:payments:create"],
  ucp: [
    "dev.ucp.shopping.catalog.search:read",
    "dev.ucp.shopping.catalog.lookup:read",
    "dev.ucp.shopping.cart:manage",
    "dev.ucp.shopping.checkout:manage",
    "dev.ucp.shopping.order:read",
  ],
  acp: ["acp:checkout:read", "acp:checkout:write", "acp:orders:read"],
  app: ["app:payments:read", "app:payments:create"],
}

/** The scopes of a client of this flavor that asks for none, in table order. */
export const basicScopesOf = (flavor: Flavor): readonly Scope[] => BASIC[flavor]

/**
 * Whether a client with this scope needs the merchant's approval: it refunds or cancels orders, or reads what other
 * agents bought. So does every shopping scope that is not basic. A2A scopes need none, because only staff consent to
 * them; the scopes of the customer's own app concern only that customer.
 */
export function isSensitive(scope: string): boolean {
  const flavor = (["ucp", "acp"] as const).find((one) => scope.startsWith(PREFIXES[one]))
  return flavor !== undefined && !(BASIC[flavor] as readonly string[]).includes(scope)
}

/** The scopes that change something without moving money. */
const HARMLESS_CHANGES: readonly string[] = ["dev.ucp.shopping.cart:manage", "app:consents:manage"]

/** Whether money moves with this scope: it pays, captures, refunds, cancels, or saves and charges cards. */
export const movesMoney = (scope: string): boolean =>
  !scope.endsWith(":read") && !HARMLESS_CHANGES.includes(scope)

/** Whether a text is a scope of this store. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text)
}

/** Whether `granted` contains `wanted` itself: no scope implies another (spec: Authentication rule 4). */
export function allows(granted: readonly string[], wanted: Scope): boolean {
  return granted.includes(wanted)
}
