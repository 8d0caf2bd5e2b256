import type { IncomingHttpHeaders } from "node:http"
import { z } from "@medusajs/framework/zod"
import { type Problem, problem } from "../../domain/errors"
import { isNotification, type Message } from "./message"

/** The stateless versions of MCP, whose requests each carry their version and the client's capabilities. */
export const STATELESS_VERSIONS: readonly string[] = ["2026-07-28"]

/** The versions that begin with `initialize`, newest first. The store keeps no session for them. */
export const INITIALIZED_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18"]

const ALL = [...STATELESS_VERSIONS, ...INITIALIZED_VERSIONS]

/** The protocol era of a request. */
export interface Era {
  readonly is_stateless: boolean
  /** Whether the client opens links that the store asks it to show to the person (MCP: Elicitation, URL mode). */
  readonly opens_urls: boolean
}

const INITIALIZED: Era = { is_stateless: false, opens_urls: false }

const PREFIX = "io.modelcontextprotocol"
const VERSION = `${PREFIX}/protocolVersion`
const CAPABILITIES = `${PREFIX}/clientCapabilities`

/** The member of a result's `_meta` that names the server. */
export const SERVER_INFO = `${PREFIX}/serverInfo`

const Capabilities = z.looseObject({
  elicitation: z.looseObject({ url: z.looseObject({}).optional() }).optional(),
})

/**
 * The era of a message. It is stateless if its `_meta` or the header `MCP-Protocol-Version` names a stateless version;
 * both must name the same. Throws `version_not_supported`, `header_mismatch`, and `invalid_request` for a stateless
 * request without its `_meta`.
 */
export function eraOf(message: Message, headers: IncomingHttpHeaders): Era {
  const named = headers["mcp-protocol-version"]?.toString()
  const meta = metaIn(message)
  const claimed = meta[VERSION]
  if (claimed === undefined) return eraByHeader(named, message)
  if (named !== claimed) throw headerMismatch("MCP-Protocol-Version", `params._meta["${VERSION}"]`)
  if (!STATELESS_VERSIONS.includes(named)) throw unsupported(named)
  const capabilities = Capabilities.safeParse(meta[CAPABILITIES])
  if (!capabilities.success) throw incomplete(CAPABILITIES, "must be an object")
  return { is_stateless: true, opens_urls: capabilities.data.elicitation?.url !== undefined }
}

function eraByHeader(named: string | undefined, message: Message): Era {
  if (named === undefined || INITIALIZED_VERSIONS.includes(named)) return INITIALIZED
  if (!STATELESS_VERSIONS.includes(named)) throw unsupported(named)
  if (!isNotification(message)) throw incomplete(VERSION, "is required")
  return { is_stateless: true, opens_urls: false }
}

function metaIn({ params }: Message): Record<string, unknown> {
  const { _meta: meta } = params
  return typeof meta === "object" && meta !== null ? (meta as Record<string, unknown>) : {}
}

const unsupported = (requested: string): Problem =>
  problem("version_not_supported", { supported: ALL, requested })

function incomplete(member: string, message: string): Problem {
  return problem("invalid_request", { issues: [{ path: `params._meta["${member}"]`, message }] })
}

/** The error for a header that does not repeat the member of the body that it must repeat. */
export function headerMismatch(header: string, member: string): Problem {
  return problem("header_mismatch", { header }, `The header ${header} must be equal to ${member}.`)
}
