import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { switchSurfaces } from "../support/oauth-client"
import { addressOf, routesBelow } from "../support/routes"
import { world } from "../support/world"

const OFF = { ucp_enabled: false, acp_enabled: false }

interface Linkset {
  readonly linkset: readonly {
    readonly anchor: string
    readonly item?: readonly { readonly href: string }[]
    readonly "service-meta"?: readonly { readonly href: string }[]
  }[]
}

interface UcpProfile {
  readonly ucp: {
    readonly services: Record<string, readonly { readonly transport: string; readonly endpoint: string }[]>
  }
}

const at = (path: string, method = "GET") => fetch(`${world().base_url}${path}`, { method })
const catalog = async () => (await (await at("/.well-known/api-catalog")).json()) as Linkset

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true }))
afterAll(() => switchSurfaces(OFF))

describe("the API catalog", () => {
  it("is a linkset that names each service and the document about it [MCP-50]", async () => {
    const { headers } = await at("/.well-known/api-catalog", "HEAD")
    expect(headers.get("content-type")).toContain('profile="https://www.rfc-editor.org/info/rfc9727"')
    expect(headers.get("link")).toContain('rel="api-catalog"')
    const [first, ...services] = (await catalog()).linkset
    const addresses = [
      "gw-ucp/v1",
      "gw-ucp/v1/mcp",
      "gw-acp/v1",
      "gw-acp/v1/mcp",
      "gw-a2a/v1/rpc",
      "gw-a2a/v1/mcp",
    ]
    expect(first?.item?.map(({ href }) => href)).toEqual(
      addresses.map((path) => `${world().base_url}/${path}`)
    )
    for (const { "service-meta": metas = [] } of services)
      for (const { href } of metas) expect((await fetch(href)).status).toBe(200)
    const servers = services.filter(({ anchor }) => anchor.endsWith("/mcp"))
    for (const { anchor } of servers) expect((await fetch(anchor, { method: "POST" })).status).toBe(401)
  })

  it("names the mounted MCP servers, as do llms.txt, the UCP profile and the metadata of each [MCP-50]", async () => {
    const mounted = routesBelow("/gw-")
      .filter(({ template }) => template.endsWith("/mcp"))
      .map((route) => world().base_url + addressOf(route))
    const [first] = (await catalog()).linkset
    const named = (first?.item ?? []).map(({ href }) => href).filter((href) => href.endsWith("/mcp"))
    expect([...named].sort()).toEqual([...mounted].sort())
    const text = await (await at("/llms.txt")).text()
    expect([...text.matchAll(/Address: (\S+\/mcp)$/gm)].map(([, address]) => address)).toEqual(named)
    const profile = (await (await at("/.well-known/ucp")).json()) as UcpProfile
    const services = profile.ucp.services["dev.ucp.shopping"] ?? []
    expect(services.filter(({ transport }) => transport === "mcp").map(({ endpoint }) => endpoint)).toEqual([
      mounted.find((address) => address.includes("/gw-ucp/")),
    ])
    const acp = (await (await at("/.well-known/acp.json")).json()) as { transports: string[] }
    expect(acp.transports.includes("mcp")).toBe(mounted.some((address) => address.includes("/gw-acp/")))
    for (const address of mounted) {
      const metadata = await at(`/.well-known/oauth-protected-resource${new URL(address).pathname}`)
      expect(await metadata.json()).toMatchObject({ resource: address })
    }
  })

  it("does not name a surface that is off, nor does llms.txt [MCP-50]", async () => {
    await switchSurfaces(OFF)
    expect(JSON.stringify(await catalog())).not.toContain("gw-ucp")
    const text = await (await at("/llms.txt")).text()
    expect(text).toContain("on the payment page, of the bank or of the store;")
    expect(text).toContain("gw-a2a/v1/mcp")
    expect(text).not.toMatch(/gw-ucp\/v1|gw-acp/)
    await switchSurfaces({ ucp_enabled: true, acp_enabled: true })
    expect(await (await at("/llms.txt")).text()).toContain(`Address: ${world().base_url}/gw-ucp/v1/mcp`)
  })
})
