import type { LookupAddress } from "node:dns"
import { Resolver } from "node:dns/promises"

/** Asks where a name leads. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>

/** Well within what a connection may take, should one name server be silent. */
const LIMITS = { timeout: 1_000, tries: 2 }

/**
 * Asks the name servers, the addresses of IPv4 before those of IPv6. Not the system's own lookup: that answers a
 * process only a few at a time, and names that nobody answers for would hold up those of the bank and the database.
 */
export function lookupByResolver(resolver = new Resolver(LIMITS)): Lookup {
  const ask = async (family: 4 | 6, addresses: Promise<string[]>): Promise<LookupAddress[]> =>
    (await addresses).map((address) => ({ address, family }))
  return async (host) => {
    const four = ask(4, resolver.resolve4(host))
    const answers = await Promise.allSettled([four, ask(6, resolver.resolve6(host))])
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    return found.length ? found : four
  }
}
