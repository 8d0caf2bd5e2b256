import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import { document } from "../../gateway/document"
import { operation } from "../../gateway/operation"
import { profileOf } from "./store-profile"
import { DEFAULT_VERSION, isServed, VERSION_NAMES } from "./ucp-versions"

/** The store's profile in the default version, with the URLs of its profiles in the other versions. */
export function manifestOf(call: Call) {
  const { ucp, ...beside } = profileOf(DEFAULT_VERSION, call)
  const others = VERSION_NAMES.filter((version) => version !== DEFAULT_VERSION)
  const addresses = others.map((version) => [version, `${call.base_url}/.well-known/ucp/${version}`])
  return { ucp: { ...ucp, supported_versions: Object.fromEntries(addresses) }, ...beside }
}

/** The document at `/.well-known/ucp` and `/.well-known/ucp.json` (spec: UCP discovery). */
export const manifest = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) => document(manifestOf(call), call),
})

/** The profile in one version, at the URL that the manifest lists. It links to no other version. */
export const leafProfile = operation({
  access: "discovery",
  input: z.object({ version: z.string() }),
  async run({ version }, call) {
    if (!isServed(version)) throw problem("not_found")
    return document(profileOf(version, call), call)
  },
})
