import type { LookupAddress } from "node:dns"
import { lookup as systemLookup, Resolver } from "node:dns/promises"

/** Resolves a host name to its addresses. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>

/** Well below the connection timeout, even when one name server does not respond. */
const LIMITS = { timeout: 1_000, tries: 2 }

/**
 * A lookup by the name servers, IPv4 addresses before IPv6. It does not use the system's lookup, which a process can
 * run only a few times at once: unresolvable names would delay the lookups of the bank and the database.
 */
export function lookupByResolver(resolver = new Resolver(LIMITS)): Lookup {
  const resolveFamily = async (family: 4 | 6, addresses: Promise<string[]>): Promise<LookupAddress[]> =>
    (await addresses).map((address) => ({ address, family }))
  return async (host) => {
    const four = resolveFamily(4, resolver.resolve4(host))
    const answers = await Promise.allSettled([four, resolveFamily(6, resolver.resolve6(host))])
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    return found.length ? found : four
  }
}

/** A lookup by the system, which also knows the names of its hosts file and of containers. For development. */
export const lookupBySystem: Lookup = (host) => systemLookup(host, { all: true })
