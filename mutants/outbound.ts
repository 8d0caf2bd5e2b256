import type { Mutant } from "./mutant"

/** Faults in the protection of private networks from outbound calls. */
export const OUTBOUND: readonly Mutant[] = [
  {
    name: "one-public-address-makes-a-name-public",
    file: "src/outbound/guarded-agent.ts",
    find: "addresses.some(({ address }) => !isPublicAddress(address))",
    replace: "addresses.every(({ address }) => !isPublicAddress(address))",
    spec: "src/outbound/__tests__/guarded-agent.unit.spec.ts",
  },
  {
    name: "connected-address-is-not-checked",
    file: "src/outbound/guarded-agent.ts",
    find: "if (isPublicAddress(peer)) return done(null, socket)",
    replace: "if (peer) return done(null, socket)",
    spec: "src/outbound/__tests__/guarded-agent.unit.spec.ts",
  },
  {
    name: "only-private-networks-are-blocked",
    file: "src/outbound/public-address.ts",
    find: '.range() === "unicast"',
    replace: '.range() !== "private"',
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
]
