import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

const ROUTES = {
  a2a: [
    ["POST", "/gw-a2a/v1/rpc"],
    ["GET", "/gw-a2a/v1/agent-card"],
    ["GET", "/gw-a2a/v1/tasks/task_1/stream"],
    ["GET", "/gw-a2a/v1/nothing"],
  ],
  ucp: [
    ["GET", "/gw-ucp/v1/products"],
    ["POST", "/gw-ucp/v1/nothing"],
  ],
  oauth: [
    ["GET", "/gw-ucp/oauth/v1/authorize"],
    ["POST", "/gw-ucp/oauth/v1/authorize"],
    ["GET", "/gw-ucp/oauth/v1/interaction/gwi_1"],
    ["POST", "/gw-ucp/oauth/v1/interaction/gwi_1"],
    ["POST", "/gw-ucp/oauth/v1/interaction/gwi_1/login"],
    ["POST", "/gw-ucp/oauth/v1/register"],
    ["POST", "/gw-ucp/oauth/v1/token"],
  ],
} as const

const SWITCHES = [
  { a2a_enabled: false, ucp_enabled: false },
  { a2a_enabled: true, ucp_enabled: false },
  { a2a_enabled: false, ucp_enabled: true },
  { a2a_enabled: true, ucp_enabled: true },
]

let bearers: Record<string, string>

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  const tokenOf = async (client_type: string) =>
    (await obtainTokens(await registerClient({ client_type }), "admin")).access_token
  bearers = {
    none: "",
    unknown: "gwa_unknown",
    a2a: await tokenOf("a2a_agent"),
    ucp: await tokenOf("ucp_agent"),
  }
})

afterAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: false }))

/** The statuses of a surface's routes, called with each kind of bearer. */
async function statuses(surface: keyof typeof ROUTES): Promise<[string, number][]> {
  const calls = ROUTES[surface].flatMap(([method, path]) =>
    Object.entries(bearers).map(async ([name, token]): Promise<[string, number]> => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      const { status } = await fetch(`${world().base_url}${path}`, { method, headers, redirect: "manual" })
      return [`${method} ${path} with ${name}`, status]
    })
  )
  return Promise.all(calls)
}

describe.each(SWITCHES)("with the switches at %j", (switches) => {
  const { a2a_enabled: a2a, ucp_enabled: ucp } = switches
  const on = { a2a, ucp, oauth: a2a || ucp }

  it.each(["a2a", "ucp", "oauth"] as const)(
    "every route of %s answers 503 when it is off, whatever the token, and otherwise not [SRV-15, ERR-07, OAUTH-27]",
    async (surface) => {
      await switchSurfaces(switches)
      for (const [call, status] of await statuses(surface))
        expect([call, status === 503]).toEqual([call, !on[surface]])
    }
  )
})
