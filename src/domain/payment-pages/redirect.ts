import type { PaymentPage, SessionData } from "./payment-page"

/** A provider that takes payments on a page of its own. */
export interface RedirectingProvider {
  readonly name: string
  readonly hosts: readonly string[]
  /** The URL that the provider has stored in the data of a session; anything else without one. */
  urlIn(data: SessionData): unknown
  /** Whether the payment of a session is captured without the merchant. Default: every payment. */
  capturesAtOnce?(data: SessionData): boolean
  readonly made?: PaymentPage["made"]
  readonly confirms_end?: boolean
}

/** The page of a provider that takes payments on a page of its own: the store's page leads the customer there. */
export function redirectPage(provider: RedirectingProvider): PaymentPage {
  const {
    name,
    hosts,
    urlIn,
    capturesAtOnce = () => true,
    made = ["captured"],
    confirms_end = true,
  } = provider
  const checkoutUrl = (data: SessionData) => addressOn(hosts, urlIn(data))
  return {
    view: "redirect",
    name,
    made,
    confirms_end,
    sessionData: () => ({}),
    isCreated: (data) => typeof urlIn(data) === "string",
    isOpen: (data) => capturesAtOnce(data) && checkoutUrl(data) !== undefined,
    checkoutUrl,
  }
}

/** The value at a path of member names, such as `links.checkout` or `links.0.href`. Undefined if there is none. */
export function valueAt(data: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => memberOf(value, name), data)
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as SessionData)[name]
}

/** An HTTPS URL on one of these hosts or their subdomains, without credentials and on the default port. */
function addressOn(hosts: readonly string[], value: unknown): string | undefined {
  if (typeof value !== "string" || !URL.canParse(value)) return undefined
  const { protocol, hostname, port, username, password, href } = new URL(value)
  const isPlain = protocol === "https:" && !port && !username && !password
  return isPlain && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
    ? href
    : undefined
}
