import { isIP, type LookupFunction } from "node:net"
import { Agent, buildConnector } from "undici"
import { isPrivateName } from "./allowed-url"
import { type Lookup, lookupByResolver } from "./lookup"
import { isMetadataAddress, isPublicAddress } from "./public-address"

/** An address that the store does not call for a client. */
export class AddressBlocked extends Error {
  constructor(what: string) {
    super(`address not allowed: ${what}`)
    this.name = "AddressBlocked"
  }
}

const CONNECT_MS = 5_000
const ANSWER_MS = 15_000

/** The addresses and names to which an agent connects. */
export interface Guard {
  isAllowedAddress(address: string): boolean
  isAllowedName(host: string): boolean
}

/** Only addresses of the public internet. */
export const PUBLIC_ONLY: Guard = {
  isAllowedAddress: isPublicAddress,
  isAllowedName: (host) => !isPrivateName(host),
}

/** For development: private networks, too, but never the metadata service of a cloud, which returns credentials. */
export const PRIVATE_TOO: Guard = {
  isAllowedAddress: (address) => !isMetadataAddress(address),
  isAllowedName: () => true,
}

/**
 * An HTTP agent that connects only to the IP addresses that `guard` allows. The address is checked at the moment of the
 * connection, so a DNS answer that changes afterwards (DNS rebinding) cannot bypass the check. `lookup` resolves the
 * names.
 */
export function guardedAgent(lookup: Lookup = lookupByResolver(), guard: Guard = PUBLIC_ONLY): Agent {
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: guarded(lookup, guard) })
  return new Agent({
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    connect(options, done) {
      const host = options.hostname.replace(/^\[|\]$/g, "")
      if (!isAllowed(host, guard)) return done(new AddressBlocked(host), null)
      connect(options, (error, socket) => {
        if (error || !socket) return done(error ?? new Error("no connection"), null)
        const peer = socket.remoteAddress ?? ""
        if (guard.isAllowedAddress(peer)) return done(null, socket)
        socket.destroy()
        done(new AddressBlocked(peer), null)
      })
    },
  })
}

/** Whether a host is allowed as far as is known without a lookup: an IP address or a name. */
function isAllowed(host: string, guard: Guard): boolean {
  return isIP(host) ? guard.isAllowedAddress(host) : guard.isAllowedName(host)
}

/** Rejects a name when any of its addresses is not allowed: the next connection might use that one. */
function guarded(lookup: Lookup, { isAllowedAddress }: Guard): LookupFunction {
  return (host, { all }, done) =>
    void lookup(host).then(
      (addresses) => {
        const [first] = addresses
        if (!first || addresses.some(({ address }) => !isAllowedAddress(address)))
          done(new AddressBlocked(host), [])
        else if (all) done(null, [...addresses])
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, [])
    )
}
