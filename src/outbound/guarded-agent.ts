import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import { Agent, buildConnector } from "undici"
import { isPublicAddress } from "./public-address"

type Lookup = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void
) => void

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
export function guardedAgent(lookup: Lookup = systemLookup): Agent {
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: guarded(lookup) })
  return new Agent({
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    connect(options, done) {
      // Who is named by a number is not looked up.
      const host = options.hostname.replace(/^\[|\]$/g, "")
      if (isIP(host) && !isPublicAddress(host)) return done(new AddressBlocked(host), null)
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

/** One address that is not public is enough to refuse a name: the next connection might go there. */
function guarded(lookup: Lookup): LookupFunction {
  return (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const blocked = addresses?.find(({ address }) => !isPublicAddress(address))
      const [first] = addresses ?? []
      if (error || blocked || !first) done(error ?? new AddressBlocked(host), [])
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
}
