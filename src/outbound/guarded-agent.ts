import { isIP, type LookupFunction } from "node:net"
import { Agent, buildConnector } from "undici"
import { isPrivateName } from "./allowed-url"
import { type Lookup, lookupByResolver } from "./lookup"
import { isPublicAddress } from "./public-address"

/** An address that the store does not call for a client. */
export class AddressBlocked extends Error {
  constructor(what: string) {
    super(`address not allowed: ${what}`)
    this.name = "AddressBlocked"
  }
}

const CONNECT_MS = 5_000
const ANSWER_MS = 15_000

/**
 * An HTTP agent that connects only to public IP addresses. The address is checked at the moment of the connection, so a
 * DNS answer that changes afterwards (DNS rebinding) cannot bypass the check. `lookup` resolves the names.
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

/** Whether a host is private without a lookup: a private IP address or name. */
function isInside(host: string): boolean {
  return isIP(host) ? !isPublicAddress(host) : isPrivateName(host)
}

/** Rejects a name when any of its addresses is not public: the next connection might use that one. */
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
