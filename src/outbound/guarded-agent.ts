import { isIP, type LookupFunction } from "node:net"
import { Agent, buildConnector } from "undici"
import { isPrivateName } from "./allowed-url"
import { type Lookup, lookupByResolver } from "./lookup"
import { isPublicAddress } from "./public-address"

/** An address nobody may have us call. */
export class AddressBlocked extends Error {
  constructor(what: string) {
    super(`address not allowed: ${what}`)
    this.name = "AddressBlocked"
  }
}

const CONNECT_MS = 5_000
const ANSWER_MS = 15_000

/**
 * Connects to addresses of the public internet only, whatever a name leads to at the moment of the connection: one that
 * leads elsewhere in the next moment leads nowhere. `lookup` is asked for names.
 */
export function guardedAgent(lookup: Lookup = lookupByResolver()): Agent {
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: guarded(lookup) })
  return new Agent({
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    connect(options, done) {
      const host = options.hostname.replace(/^\[|\]$/g, "")
      if (isInside(host)) return done(new AddressBlocked(host), null)
      connect(options, (error, socket) => {
        if (error || !socket) return done(error ?? new Error("no connection"), null)
        const peer = socket.remoteAddress ?? ""
        if (isPublicAddress(peer)) return done(null, socket)
        socket.destroy()
        done(new AddressBlocked(peer), null)
      })
    },
  })
}

/** What is known without being looked up. */
function isInside(host: string): boolean {
  return isIP(host) ? !isPublicAddress(host) : isPrivateName(host)
}

/** One address that is not public is enough to refuse a name: the next connection might go there. */
function guarded(lookup: Lookup): LookupFunction {
  return (host, { all }, done) =>
    void lookup(host).then(
      (addresses) => {
        const [first] = addresses
        if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
          done(new AddressBlocked(host), [])
        else if (all) done(null, [...addresses])
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, [])
    )
}
