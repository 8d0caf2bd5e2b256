import type { IncomingHttpHeaders } from "node:http"
import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { refusalOf } from "../../../outbound/allowed-url"
import { get } from "../../../outbound/get"
import type { Declaration } from "../negotiation/intersect"
import { isServed } from "../ucp-versions"
import { type PlatformKey, PlatformKeys } from "./platform-keys"
import { type Fresh, ProfileCache } from "./profile-cache"

/** A version of the protocol or of a capability: a date. */
export const VersionName = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date, as in 2026-04-08")

/** The members of declared capabilities that negotiation reads. */
export const DeclaredCapabilities = z.record(z.string(), z.array(z.object({ version: VersionName })))

const Profile = z.object({
  ucp: z.object({ version: VersionName, capabilities: z.unknown() }),
  signing_keys: PlatformKeys,
  keys: PlatformKeys,
})

/** The member of the order capability with the URL for order webhooks (UCP: Order, webhooks). */
const OrderConfig = z.object({
  "dev.ucp.shopping.order": z.array(
    z.object({ version: VersionName, config: z.object({ webhook_url: z.string() }) })
  ),
})

/** The parsed profile of a platform. */
export interface PlatformProfile {
  readonly version: string
  readonly capabilities: Declaration
  /** The keys that verify its signatures, from both members that can publish them. */
  readonly keys: readonly PlatformKey[]
  /** The URL to which it wants order webhooks sent. */
  readonly webhook_url?: string
}

const MAX_CACHED = 200
const SHORTEST_SECONDS = 60
const LONGEST_SECONDS = 3600

const profiles = new ProfileCache<PlatformProfile>(MAX_CACHED)

/**
 * The profile at the URL that a platform names. Throws `invalid_profile_url`, `profile_unreachable` or
 * `profile_malformed`. It is cached as its Cache-Control says, for at least a minute and at most an hour.
 */
export async function profileAt(
  url: string | undefined,
  private_networks: boolean
): Promise<PlatformProfile> {
  const address = allowedAddress(url, private_networks)
  return profiles.get(address, () => fetchProfile(address, private_networks))
}

/**
 * The same, but fetches a profile again that was cached for a minute: for callers that miss a key in it. When that
 * fetch fails, the cached profile stays.
 */
export async function renewedProfileAt(
  url: string | undefined,
  private_networks: boolean
): Promise<PlatformProfile> {
  const address = allowedAddress(url, private_networks)
  return profiles.renewed(address, SHORTEST_SECONDS, () => fetchProfile(address, private_networks))
}

function allowedAddress(url: string | undefined, private_networks: boolean): string {
  if (url === undefined) throw problem("invalid_profile_url")
  const refusal = refusalOf(url, private_networks)
  if (refusal) throw problem("invalid_profile_url", { reason: `the address ${refusal}` })
  return url
}

async function fetchProfile(url: string, private_networks: boolean): Promise<Fresh<PlatformProfile>> {
  const answer = await get(url, private_networks)
  if (!answer.ok) throw problem("profile_unreachable", { reason: answer.error })
  return { value: profileIn(answer.body), seconds: lifetimeIn(answer.headers) }
}

function profileIn(body: string): PlatformProfile {
  const profile = Profile.safeParse(jsonOrNothing(body))
  if (!profile.success) throw problem("profile_malformed")
  const { version, capabilities = {} } = profile.data.ucp
  const keys = [...profile.data.signing_keys, ...profile.data.keys]
  // Versions that are not served may declare their capabilities in another form.
  if (!isServed(version)) return { version, capabilities: {}, keys }
  const declared = DeclaredCapabilities.safeParse(capabilities)
  if (!declared.success) throw problem("profile_malformed")
  return { version, capabilities: declared.data, keys, ...webhookIn(capabilities, version) }
}

function webhookIn(capabilities: unknown, version: string): Pick<PlatformProfile, "webhook_url"> {
  const entries = OrderConfig.safeParse(capabilities).data?.["dev.ucp.shopping.order"] ?? []
  const entry = entries.find((one) => one.version === version) ?? entries[0]
  return entry ? { webhook_url: entry.config.webhook_url } : {}
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** For how many seconds a response with these headers is cached: 60 to 3600. */
export function lifetimeIn({ "cache-control": header = "" }: IncomingHttpHeaders): number {
  const seconds = Number(/(?:^|[\s,])max-age=(\d+)/i.exec(header)?.[1] ?? 0)
  return Math.min(Math.max(seconds, SHORTEST_SECONDS), LONGEST_SECONDS)
}
