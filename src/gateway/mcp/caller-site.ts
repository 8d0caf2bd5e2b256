import { isIP } from "node:net"
import { problem } from "../../domain/errors"
import { remembering } from "../../lib/remembering"
import { policyOf } from "../admission"
import type { Gate } from "../surface"

/** Names that no public DNS server resolves, so that no page on the internet can be at them. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa|cluster\.local|test)$/

/**
 * Refuses calls of web pages of other sites (MCP: Streamable HTTP, security warning): an `Origin` must be the store's own
 * or one that the merchant allows, and a `Host` must not be the public name of another site, which a page reaches by DNS
 * rebinding. Behind a trusted proxy the Host header is the proxy's. Throws `origin_not_allowed`.
 */
export const callerSiteGate: Gate = async (call) => {
  const { origin, host } = call.headers
  const own = siteOf(call.base_url)
  if (!call.is_proxied && host !== own.host && isForeign(host, own.hostname))
    throw problem(
      "origin_not_allowed",
      { host },
      `The Host header names another site than the store. Call the store at ${call.base_url}.`
    )
  if (origin === undefined || origin === own.origin) return
  const { cors_origins } = await policyOf(call).settings()
  if (!cors_origins.includes(origin)) throw problem("origin_not_allowed", { origin })
}

const siteOf = remembering((url) => new URL(url), 10_000)

function isForeign(host: string | undefined, own: string): boolean {
  const name = hostnameIn(host)
  if (name === undefined) return true
  if (name === own || isIP(name.replace(/^\[|\]$/g, ""))) return false
  return name.includes(".") && !PRIVATE_NAME.test(name)
}

function hostnameIn(host: string | undefined): string | undefined {
  const address = `http://${host}`
  return host && URL.canParse(address) ? new URL(address).hostname : undefined
}
