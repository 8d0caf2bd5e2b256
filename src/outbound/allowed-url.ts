import { isIP } from "node:net"
import { isMetadataAddress } from "./public-address"

const LONGEST = 2000

/** Whether a host name belongs to a private network by definition (RFC 6761, RFC 6762, ICANN's `internal`). */
export const isPrivateName = (host: string): boolean => /(^|\.)(localhost|local|internal)\.?$/.test(host)

/**
 * Why a client may not register this URL for calls by the store; undefined when it is allowed. The addresses behind its
 * host name are checked at connection time. With `private_networks`, for development, plain http, private host names
 * and IP addresses are allowed, too, except those of a cloud's metadata service.
 */
export function refusalOf(text: string, private_networks: boolean): string | undefined {
  if (text.length > LONGEST) return `is longer than ${LONGEST} characters`
  if (!URL.canParse(text)) return "is not an absolute URL"
  const { protocol, username, password, hash, port, hostname } = new URL(text)
  if (username || password) return "must not contain a user name or password"
  if (hash) return "must not have a fragment"
  const host = hostname.replace(/^\[|\]$/g, "")
  if (isMetadataAddress(host)) return "must not be the metadata service of a cloud"
  if (private_networks)
    return protocol === "https:" || protocol === "http:" ? undefined : "must be http or https"
  if (protocol !== "https:") return "must be https"
  if (port && Number(port) < 1024) return "must use port 443 or a port from 1024"
  if (isIP(host)) return "must contain a host name, not an IP address"
  if (!host.includes(".") || isPrivateName(host)) return "must be an address of the public internet"
  return undefined
}
