import type { IncomingHttpHeaders } from "node:http"
import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { refusalOf } from "../../../outbound/allowed-url"
import { get } from "../../../outbound/get"
import type { Declaration } from "../negotiation/intersect"
import { isServed } from "../versions"
import { type PlatformKey, PlatformKeys } from "./keys"
import { type Fresh, ProfileCache } from "./profile-cache"

/** A version of anything in UCP. */
export const VersionName = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date, as in 2026-04-08")

/** The part of capabilities that is negotiated. */
export const DeclaredCapabilities = z.record(z.string(), z.array(z.object({ version: VersionName })))

const Profile = z.object({
  ucp: z.object({ version: VersionName, capabilities: z.unknown() }),
  signing_keys: PlatformKeys,
  keys: PlatformKeys,
})

/** The part of the order's capability that says where its platform wants to be told (UCP: Order, webhooks). */
const OrderConfig = z.object({
  "dev.ucp.shopping.order": z.array(
    z.object({ version: VersionName, config: z.object({ webhook_url: z.string() }) })
  ),
})

/** What a platform's profile says. */
export interface PlatformProfile {
  readonly version: string
  readonly capabilities: Declaration
  /** What its signatures are verified with, under whichever name they are published. */
  readonly keys: readonly PlatformKey[]
  /** Where it wants to be told of its orders. */
  readonly webhook_url?: string
}

const KEPT = 200
const SHORTEST_SECONDS = 60
const LONGEST_SECONDS = 3600

const profiles = new ProfileCache<PlatformProfile>(KEPT)

/**
 * The profile at the address a platform names. Throws `invalid_profile_url`, `profile_unreachable` or
 * `profile_malformed`. It is kept for as long as its Cache-Control says, but a minute at least and an hour at most.
 */
export async function profileAt(
  url: string | undefined,
  private_networks: boolean
): Promise<PlatformProfile> {
  const address = allowedAddress(url, private_networks)
  return profiles.get(address, () => fetchProfile(address, private_networks))
}

/**
 * The same for who has looked for something in vain: asked for again when it has been kept for a minute. One that cannot
 * be had again stays.
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
  // Versions we do not speak may declare theirs in another form.
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

/** For how many seconds an answer with these headers is kept. */
export function lifetimeIn({ "cache-control": header = "" }: IncomingHttpHeaders): number {
  const seconds = Number(/(?:^|[\s,])max-age=(\d+)/i.exec(header)?.[1] ?? 0)
  return Math.min(Math.max(seconds, SHORTEST_SECONDS), LONGEST_SECONDS)
}
