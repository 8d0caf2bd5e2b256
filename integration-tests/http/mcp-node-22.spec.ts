import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectionsTo } from "../../src/admin/components/connect/assistants"
import { eventually } from "../support/agent"
import { ANA, Buyer, CARD, type Checkout, delivery } from "../support/buyer"
import { Node22Tools } from "../support/node-22-tools"
import { AS_NEW, changeSettings } from "../support/policy"
import { ProfileHost, profileIn } from "../support/profile-host"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"
import { TokenProxy } from "../support/token-proxy"
import { deviationsOf, type Payload } from "../support/ucp-published-schemas"
import { world } from "../support/world"

let tools: Node22Tools
let buyer: Buyer
let item: string
beforeAll(async () => {
  tools = await Node22Tools.installed()
  ;({ item } = await openUcpShop("Lamp for a command line"))
  buyer = await Buyer.forCustomer()
})
afterAll(async () => {
  tools?.remove()
  await closeUcpShop()
})

describe("ucp-cli 0.9 of Shopify", () => {
  const NAMES = ["catalog.search", "catalog.lookup", "cart", "checkout", "fulfillment", "order"]
  let host: ProfileHost
  let env: Record<string, string>
  beforeAll(async () => {
    host = await ProfileHost.listen()
    const names = NAMES.map((name) => `dev.ucp.shopping.${name}`)
    env = {
      UCP_AGENT_PROFILE_URL: host.publish(profileIn("2026-08-25", names)),
      UCP_TEST_ALLOW_INSECURE_LOCALHOST: "true",
      UCP_BUSINESS: world().base_url,
      UCP_ON_ESCALATION: "cat > escalation.json",
    }
  })
  afterAll(() => host.close())

  const call = async <Result>(args: string[], token = buyer.token): Promise<Result> => {
    const header = ["--header", `Authorization: Bearer ${token}`, "--format", "json"]
    const { stdout, stderr } = await tools.run("ucp", [...args, ...header], env)
    try {
      return JSON.parse(stdout) as Result
    } catch {
      throw new Error(`ucp ${args.join(" ")}: ${stdout} ${stderr}`)
    }
  }
  /** What the store has returned, compared with the published schemas of 2026-08-25. */
  const operate = async <Result>(args: string[], input?: object): Promise<Result> => {
    const body = input ? ["--input", JSON.stringify(input)] : []
    const { ucp, result } = await call<{ ucp?: { version?: string }; result?: object }>([...args, ...body])
    const [group, verb] = args
    const payload = group === "catalog" ? verb : group
    if (!result) throw new Error(`ucp ${args.join(" ")} has no result`)
    const deviations = deviationsOf(payload as Payload, { ...result, ucp })
    expect([args, ucp?.version, deviations]).toEqual([args, "2026-08-25", []])
    return result as Result
  }

  it("buys, from the search to the paid order [MCP-70]", async () => {
    const { products } = await operate<{ products: { variants: { id: string }[] }[] }>(
      ["catalog", "search"],
      { query: "Lamp for a command line" }
    )
    expect(products[0]?.variants[0]?.id).toBe(item)
    const lines = { line_items: [{ item: { id: item }, quantity: 2 }] }
    const cart = await operate<{ id: string }>(["cart", "create"], lines)
    const begun = await operate<Checkout>(["checkout", "create"], {
      cart_id: cart.id,
      line_items: [],
      buyer: ANA,
      ...delivery(),
    })
    const { id } = begun
    const ready = await operate<Checkout>(["checkout", "update", id], { ...whole(begun), ...chosen(begun) })
    expect(ready).toMatchObject({ id, status: "ready_for_complete" })
    const payment = { instruments: [CARD] }
    const paying = await operate<Checkout>(["checkout", "complete", id], { payment })
    expect(paying.status).toBe("requires_escalation")
    expect(JSON.parse(tools.file("escalation.json"))).toMatchObject({ url: paying.continue_url })
    await authenticate(paying.continue_url ?? "")
    const { order } = await eventually(async () => {
      const now = await operate<Checkout>(["checkout", "get", id])
      return now.status === "completed" ? now : undefined
    })
    expect(await operate(["order", "get", order?.id ?? ""])).toMatchObject({ checkout_id: id })
  })

  it("searches by the command that the admin's page Connect shows [ADM-40, MCP-70]", async () => {
    const shown = connectionsTo(world().base_url).find(({ id }) => id === "ucp_cli")?.copied
    const parts = /^UCP_BUSINESS=(\S+) ucp (catalog search) --input '(.+)' --header "(.+)"$/.exec(shown ?? "")
    const [, UCP_BUSINESS = "", command = "", input = "", header = ""] = parts ?? []
    const authorization = header.replace("TOKEN", buyer.token)
    const args = [...command.split(" "), "--input", input, "--header", authorization, "--format", "json"]
    // The store of the tests cannot fetch the program's own profile from the internet.
    const { stdout } = await tools.run("ucp", args, { ...env, UCP_BUSINESS })
    const { result } = JSON.parse(stdout) as { result: { products: object[] } }
    expect(result.products.length).toBeGreaterThan(0)
  })

  it("names the reason when the token is not valid [MCP-70]", async () => {
    const search = ["catalog", "search", "--input", JSON.stringify({ query: "lamp" })]
    expect(await call(search, "gwa_unknown")).toMatchObject({ code: "AUTH_REQUIRED" })
    expect(await call(search)).not.toHaveProperty("code")
  })
})

/** What a platform that names itself must repeat in an update. */
const whole = ({ line_items, buyer: person }: Checkout) => ({
  buyer: person,
  line_items: line_items.map(({ id, item: { id: item_id }, quantity }) => ({
    id,
    item: { id: item_id },
    quantity,
  })),
})

/** The first shipping option. */
const chosen = ({ fulfillment }: Checkout) => {
  const [method] = fulfillment?.methods ?? []
  const selected_option_id = method?.groups[0]?.options[0]?.id
  return { fulfillment: { methods: [{ ...method, groups: [{ id: "all", selected_option_id }] }] } }
}

const SCENARIOS = 32
const PASSED = ["dns-rebinding-protection", "ping", "resources-list", "server-initialize", "tools-list"]
/** Scenarios that call the suite's own tools, resources and prompts, or a feature that the store does not declare. */
const OTHERS =
  /^(tools-call|elicitation|prompts)-|^json-schema|^resources-(read|templates|subscribe|unsubscribe)|^(logging-set-level|completion-complete)$/

describe("the conformance suite of MCP", () => {
  let proxy: TokenProxy
  beforeAll(async () => {
    proxy = await TokenProxy.listen(buyer.token)
    await changeSettings({ cors_origins: [proxy.address] })
  })
  afterAll(async () => {
    proxy.close()
    await changeSettings(AS_NEW)
  })

  it(
    "passes every scenario that needs no server of the suite's own [MCP-71]",
    { timeout: 300_000 },
    async () => {
      const address = `${proxy.address}/gw-ucp/v1/mcp`
      const { code, stdout } = await tools.run("conformance", ["server", "--url", address, "--suite", "all"])
      const scores = [...stdout.matchAll(/^. ([\w-]+): (\d+) passed, (\d+) failed$/gm)]
      const namesOf = (isMeant: (passed: number, failed: number) => boolean) =>
        scores.flatMap(([, name = "", passed, failed]) =>
          isMeant(Number(passed), Number(failed)) ? [name] : []
        )
      expect(namesOf((passed, failed) => passed > 0 && !failed).sort()).toEqual(PASSED)
      // docs/conformance.md says why each of them cannot pass.
      expect(namesOf((_, failed) => failed > 0).filter((name) => !OTHERS.test(name))).toEqual([])
      expect([scores.length, code]).toEqual([SCENARIOS, 1])
    }
  )
})
