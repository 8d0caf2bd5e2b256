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
  "dev.ucp.shopping.order:read": "See orders",
  "dev.ucp.shopping.order:manage": "Cancel and refund orders, and subscribe to their events",
  "acp:checkout:read": "See the checkouts it started",
  "acp:checkout:write": "Start, change, complete and cancel checkouts",
  "acp:orders:read": "See the orders it made",
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

/** All scopes of a flavor, in table order. */
export function scopesOf(flavor: Flavor): Scope[] {
  return (Object.keys(SCOPES) as Scope[]).filter((scope) => scope.startsWith(PREFIXES[flavor]))
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text)
}

/** Whether `granted` contains `wanted` itself: no scope implies another (spec: Authentication rule 4). */
export function allows(granted: readonly string[], wanted: Scope): boolean {
  return granted.includes(wanted)
}
