import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MIRRORS } from "../../src/api/aliases"
import { type Flavor, FLAVORS } from "../../src/domain/scopes"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { addressOf, type Route, routesBelow } from "../support/routes"
import { world } from "../support/world"

type Kind = Flavor | "ucp-public" | "oauth" | "open"

/**
 * Paths that answer whatever is switched off: documents, the bank's endpoints, the customer's return pages, and the
 * storefront's own.
 */
const OPEN = [
  "/.well-known/",
  "/gw-bank/",
  "/gw-a2a/v1/sca/return/",
  "/gw-a2a/v1/jwks.json",
  "/gw-ucp/v1/continue/",
  "/gw-ucp/v1/challenge/",
  "/gw-acp/v1/continue/",
  "/gw-ucp/v1/handlers/",
  "/gw-acp/v1/handlers/",
  "/gw-ucp/oauth/v1/account",
  "/gw-metrics",
  "/gw-test-run/",
  "/llms.txt",
  "/store/",
]

/** Paths without a route. They answer 404 to every caller while their surface is on. */
const NOTHING: Record<string, Flavor | "oauth"> = {
  "/gw-a2a/v1/nothing": "a2a",
  "/gw-a2a/v2/rpc": "a2a",
  "/gw-ucp/v1/nothing": "ucp",
  "/gw-ucp/checkout/v1/nothing": "ucp",
  "/gw-ucp/catalog/v1/nothing": "ucp",
  "/gw-ucp/orders/v1/nothing": "ucp",
  "/gw-ucp/oauth/v1/nothing": "oauth",
  "/gw-acp/v1/nothing": "acp",
  "/gw-app/v1/nothing": "app",
}

function kindOf({ template }: Route): Kind {
  if (OPEN.some((prefix) => template.startsWith(prefix))) return "open"
  if (template.startsWith("/gw-a2a/")) return "a2a"
  if (template.startsWith("/gw-ucp/oauth/")) return "oauth"
  if (template === "/gw-ucp/v1/discovery") return "ucp-public"
  if (template.startsWith("/gw-ucp/")) return "ucp"
  if (template.startsWith("/gw-acp/")) return "acp"
  if (template.startsWith("/gw-app/")) return "app"
  throw new Error(`no surface answers at ${template}`)
}

const ROUTES = routesBelow("/")
  .filter(({ template }) => !template.startsWith("/admin/"))
  .map((route) => ({ ...route, address: addressOf(route), kind: kindOf(route) }))

/** The parts of `gw-ucp/v1` that have a mirror, with the path of the mirror. */
const MIRRORED = Object.entries(MIRRORS).flatMap(([namespace, parts]) =>
  parts.map((part) => ({ part: `/gw-ucp/v1/${part}`, mirror: `/gw-ucp/${namespace}/v1/${part}` }))
)
const isBelow = (address: string, part: string) => address === part || address.startsWith(`${part}/`)

const mirrorsOf = (route: (typeof ROUTES)[number]) =>
  MIRRORED.filter(({ part }) => isBelow(route.address, part)).map(({ part, mirror }) => ({
    ...route,
    address: route.address.replace(part, mirror),
  }))
const MIRROR_ROUTES = ROUTES.flatMap(mirrorsOf)

/** Mirrors of parts without a route yet. */
const EMPTY_MIRRORS = MIRRORED.filter(({ part }) => !ROUTES.some(({ address }) => isBelow(address, part)))

/** The router treats this path like the one without the slash. */
const WITH_SLASH = { method: "POST", address: "/gw-a2a/v1/rpc/", kind: "a2a" as const }

const PROBES = ["GET", "POST"].map((method) => ({
  method,
  address: "/gw-ucp/v1/probe",
  kind: "ucp" as const,
}))

/** The combinations of switches. */
const SWITCHES: { on: readonly Flavor[]; agents_stopped?: boolean }[] = [
  { on: [] },
  { on: ["a2a"] },
  { on: ["ucp"] },
  { on: ["a2a", "ucp"] },
  { on: ["acp"] },
  { on: ["app"] },
  { on: FLAVORS },
  { on: FLAVORS, agents_stopped: true },
]

const switchesOf = (on: readonly Flavor[]) =>
  Object.fromEntries(FLAVORS.map((flavor) => [`${flavor}_enabled`, on.includes(flavor)]))

let bearers: Record<string, string>

beforeAll(async () => {
  await switchSurfaces(switchesOf(FLAVORS))
  const tokenOf = async (flavor: Flavor) => {
    const client = await registerClient({ client_type: `${flavor}_agent` })
    return (await obtainTokens(client, flavor === "app" ? "customer" : "admin")).access_token
  }
  bearers = { none: "", unknown: `gwa_${"0".repeat(43)}`, sandbox: `gwsandbox_a2a_${"0".repeat(43)}` }
  for (const flavor of FLAVORS) bearers[flavor] = await tokenOf(flavor)
})
afterAll(() => switchSurfaces({ ...switchesOf(["a2a"]), agents_stopped: false }))

function ask(method: string, address: string, token: string): Promise<Response> {
  const version = { "api-version": "2026-04-17", "a2a-version": "1.0" }
  const headers: Record<string, string> = { ...version, ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(`${world().base_url}${address}`, { method, headers, redirect: "manual" })
}

it("every route belongs to a surface, and each surface has routes", () => {
  const kinds = ROUTES.map(({ kind }) => kind)
  for (const kind of ["a2a", "ucp", "ucp-public", "acp", "oauth", "open"] as const)
    expect(kinds).toContain(kind)
})

it("every mirror is tested, with a path that answers or an empty one", () => {
  const called = [...MIRROR_ROUTES, ...EMPTY_MIRRORS.map(({ mirror: address }) => ({ address }))]
  for (const { mirror } of MIRRORED) expect(called.some(({ address }) => isBelow(address, mirror))).toBe(true)
  expect(MIRROR_ROUTES.map(({ address }) => address)).toContain("/gw-ucp/catalog/v1/catalog/search")
})

describe.each(SWITCHES)("with the switches at %j", ({ on: chosen, agents_stopped = false }) => {
  const open = agents_stopped ? [] : chosen
  const on = {
    ...Object.fromEntries(FLAVORS.map((flavor) => [flavor, open.includes(flavor)])),
    oauth: open.length > 0,
  } as Record<Flavor | "oauth", boolean>
  beforeAll(() => switchSurfaces({ ...switchesOf(chosen), agents_stopped }))

  it.each(
    [...ROUTES, ...MIRROR_ROUTES, WITH_SLASH, ...PROBES].filter(
      (route): route is typeof route & { kind: Flavor } => FLAVORS.some((flavor) => flavor === route.kind)
    )
  )(
    "$method $address accepts only a token of its surface, and only while the surface is on [SRV-15, ERR-07, AUTH-04, AUTH-05]",
    async ({ method, address, kind }) => {
      for (const [name, token] of Object.entries(bearers)) {
        const { status, headers } = await ask(method, address, token)
        if (!on[kind]) {
          expect([name, status]).toEqual([name, 503])
          expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
        } else if (name === kind) {
          // Behind the gates, an empty body is rejected and unknown ids are not found.
          const needsBody = ["POST", "PATCH"].includes(method) || (method === "PUT" && kind === "acp")
          expect(needsBody ? [200, 400, 404] : [200, 404]).toContain(status)
        } else {
          expect([name, status]).toEqual([name, 401])
          expect(headers.get("www-authenticate")).toContain(`oauth-protected-resource/gw-${kind}/v1`)
        }
      }
    }
  )

  it.each(ROUTES.filter(({ kind }) => kind === "ucp-public"))(
    "$method $address answers every caller while its surface is on [SRV-15, UCP-04]",
    async ({ method, address }) => {
      const answers = await Promise.all(Object.values(bearers).map((token) => ask(method, address, token)))
      for (const { status } of answers) expect(status).toBe(on.ucp ? 200 : 503)
    }
  )

  it.each(ROUTES.filter(({ kind }) => kind === "oauth"))(
    "$method $address answers while any surface is on, whatever the token, and cannot be cached [OAUTH-27, SRV-15]",
    async ({ method, address }) => {
      const answers = await Promise.all(Object.values(bearers).map((token) => ask(method, address, token)))
      for (const { status, headers } of answers) {
        expect(status === 503).toBe(!on.oauth)
        expect(headers.get("cache-control")).toBe("no-store")
        expect(status).not.toBe(500)
      }
    }
  )

  it.each(ROUTES.filter(({ kind }) => kind === "open"))(
    "$method $address always answers [SRV-16, SRV-18, AUTH-03]",
    async ({ method, address }) => {
      const answers = await Promise.all(Object.values(bearers).map((token) => ask(method, address, token)))
      expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
      expect(answers[0]?.status).not.toBe(503)
    }
  )

  it.each([...Object.entries(NOTHING), ...EMPTY_MIRRORS.map(({ mirror }) => [mirror, "ucp"] as const)])(
    "%s, which has no route, answers 404 [ERR-14]",
    async (address, surface) => {
      for (const token of Object.values(bearers))
        expect((await ask("GET", address, token)).status).toBe(on[surface] ? 404 : 503)
    }
  )
})
