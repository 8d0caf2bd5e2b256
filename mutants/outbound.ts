import type { Mutant } from "./mutant"

/** Faults in the protection of private networks from outbound calls. */
export const OUTBOUND: readonly Mutant[] = [
  {
    name: "one-public-address-makes-a-name-public",
    file: "src/outbound/guarded-agent.ts",
    find: "addresses.some(({ address }) => !isAllowedAddress(address))",
    replace: "addresses.every(({ address }) => !isAllowedAddress(address))",
    spec: "src/outbound/__tests__/guarded-agent.unit.spec.ts",
  },
  {
    name: "connected-address-is-not-checked",
    file: "src/outbound/guarded-agent.ts",
    find: "if (guard.isAllowedAddress(peer)) return done(null, socket)",
    replace: "if (peer) return done(null, socket)",
    spec: "src/outbound/__tests__/guarded-agent.unit.spec.ts",
  },
  {
    name: "only-private-networks-are-blocked",
    file: "src/outbound/public-address.ts",
    find: 'ipv4.range() === "unicast"',
    replace: 'ipv4.range() !== "private"',
    spec: "src/outbound/__tests__/guarded-agent.unit.spec.ts",
  },
  {
    name: "url-may-name-an-ip-address",
    file: "src/outbound/allowed-url.ts",
    find: 'if (isIP(host)) return "must contain a host name, not an IP address"',
    replace: "",
    spec: "src/outbound/__tests__/allowed-url.unit.spec.ts",
  },
  {
    name: "url-may-be-plain-http",
    file: "src/outbound/allowed-url.ts",
    find: 'if (protocol !== "https:") return "must be https"',
    replace: "",
    spec: "src/outbound/__tests__/allowed-url.unit.spec.ts",
  },
  {
    name: "ipv4-compatible-address-is-public",
    file: "src/outbound/public-address.ts",
    find: 'const REACHABLE = networks("::ffff:0:0/96"',
    replace: 'const REACHABLE = networks("::/96", "::ffff:0:0/96"',
    spec: "src/outbound/__tests__/public-address.unit.spec.ts",
  },
  {
    name: "metadata-service-is-called-in-development",
    file: "src/outbound/guarded-agent.ts",
    find: "isAllowedAddress: (address) => !isMetadataAddress(address)",
    replace: "isAllowedAddress: () => true",
    spec: "src/outbound/__tests__/guarded-agent.unit.spec.ts",
    only: "rejects a name by the address to which it resolves",
  },
  {
    name: "foreign-certificate-is-named",
    file: "src/outbound/failure-reason.ts",
    find: "if (known) return known",
    replace: "",
    spec: "src/outbound/__tests__/failure-reason.unit.spec.ts",
  },
  {
    name: "feed-that-the-agent-refused-counts-as-pushed",
    file: "src/surfaces/acp/feed/push-feed.ts",
    find: "if (!receipt.ok)",
    replace: "if (!receipt.ok && !receipt.status)",
    spec: "integration-tests/worlds/acp-feed-push.spec.ts",
    only: "gets a chunk again that it has rejected",
  },
  {
    name: "unchanged-feed-is-pushed-again",
    file: "src/modules/catalog/pushes.ts",
    find: "p.revision is distinct from :revision and ",
    replace: "coalesce(:revision, '') <> '' and ",
    spec: "integration-tests/worlds/acp-feed-push.spec.ts",
  },
]
