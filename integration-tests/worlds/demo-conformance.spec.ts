import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AgentCard, verifyAgentCardSignature } from "@a2a-js/sdk"
import type { JWK } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compiledScript } from "../../demo/compiled"
import { REPO_ROOT } from "../../demo/paths"
import { restorePostgres } from "../../demo/postgres"
import { eventually } from "../support/agent"
import { Receiver } from "../support/receiver"
import { testDatabase } from "../support/start-world"

/** Between the ports of the demo's own spec; the demo uses the next ones, up to the 13th, too. */
const PORT = 9800 + (process.pid % 10) * 20
const STORE = `http://localhost:${PORT}`
const FIXTURES = join(REPO_ROOT, "integration-tests/support/suite-fixtures")
/** A customer of the fixtures, and one who is not. */
const CUSTOMERS = ["mary.reed@example.com", "ada.finn@example.com"] as const
/** Above the default limit of 60 calls a minute, in one minute or the next. */
const ABOVE_LIMIT = 125
const DIRECT = { type: "shipping", selected_destination_id: "d1" }

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

interface Sent {
  readonly token?: string
  readonly body?: object
  readonly method?: string
  readonly headers?: Record<string, string>
}

/** Sends JSON to an address, with a bearer token if one is given. */
async function send(url: string, { token, body, method, headers }: Sent = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: method ?? (body ? "POST" : "GET"),
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  })
  return { status: response.status, body: JSON.parse((await response.text()) || "{}") as Answer["body"] }
}

const address = (country = "US") => ({
  id: "d1",
  street_address: "3 Dock St",
  address_locality: "Salem",
  address_region: "MA",
  postal_code: "01970",
  address_country: country,
})

/** The body of a checkout of fixtures. */
const basket = (lines: readonly [id: string, quantity: number][], more: object = {}, country = "US") => ({
  line_items: lines.map(([id, quantity]) => ({ item: { id }, quantity })),
  fulfillment: { methods: [{ ...DIRECT, destinations: [address(country)] }] },
  ...more,
})

interface Option {
  readonly id: string
  readonly totals: readonly { type: string; amount: number }[]
}

const optionsIn = ({ body }: Answer): readonly Option[] =>
  (body.fulfillment as { methods: { groups: { options: Option[] }[] }[] }).methods[0]?.groups[0]?.options ??
  []

const costs = (answer: Answer) =>
  Object.fromEntries(optionsIn(answer).map(({ id, totals }) => [id, totals.at(-1)?.amount]))

/** Runs the demo with arguments that it must refuse, and returns what it printed. */
async function refusalOf(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const script = await compiledScript(join(__dirname, "../../demo/main.ts"))
  const demo = spawn(process.execPath, [script, "--port", String(PORT), ...args], { env })
  let printed = ""
  for (const stream of [demo.stdout, demo.stderr]) stream.on("data", (chunk) => (printed += String(chunk)))
  const [code] = (await once(demo, "close")) as [number]
  expect(code).toBe(1)
  return printed
}

describe("the demo for conformance suites", { timeout: 900_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "gw-demo-suites-"))
  const file = join(folder, "suite.env")
  let running: ChildProcess | undefined
  let output = ""
  let env: Record<string, string> = {}
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await Receiver.listen()
    const data = join(folder, "data")
    restorePostgres(await testDatabase(), join(data, "postgres"))
    const script = await compiledScript(join(__dirname, "../../demo/main.ts"))
    const args = [
      "--conformance",
      "--port",
      String(PORT),
      "--data",
      data,
      "--fixtures",
      FIXTURES,
      "--env",
      file,
      "--customers",
      CUSTOMERS.join(","),
    ]
    const { NODE_ENV: _, ...rest } = process.env
    running = spawn(process.execPath, [script, ...args], { env: rest, stdio: ["ignore", "pipe", "pipe"] })
    for (const stream of [running.stdout, running.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk.toString()))
    await eventually(async () => {
      if (running?.exitCode !== null) throw new Error(`the demo has ended: ${output}`)
      return Promise.resolve(output.includes("only you can read") || undefined)
    }, 600)
    const lines = readFileSync(file, "utf8").trim().split("\n")
    env = Object.fromEntries(lines.map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []))
  }, 900_000)

  afterAll(async () => {
    if (running?.exitCode === null) {
      running.kill("SIGINT")
      await once(running, "exit")
    }
    receiver?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ucp = (path: string, sent: Sent = {}) => send(`${STORE}/gw-ucp/v1${path}`, sent)
  const testing = (path: string, secret?: string) =>
    send(`${STORE}/testing/${path}`, {
      method: "POST",
      headers: secret === undefined ? {} : { "simulation-secret": secret },
    })

  /** A checkout that is ready, and its id. */
  async function ready(root: string, token: string | undefined, body: object): Promise<string> {
    const begun = await send(`${root}/checkout-sessions`, { token, body })
    expect([begun.status, begun.body]).toEqual([201, begun.body])
    const { id } = begun.body as { id: string }
    const groups = [{ selected_option_id: optionsIn(begun)[0]?.id }]
    const chosen = { fulfillment: { methods: [{ type: "shipping", groups }] } }
    const { body: checkout } = await send(`${root}/checkout-sessions/${id}`, {
      token,
      method: "PUT",
      body: chosen,
    })
    expect(checkout).toMatchObject({ status: "ready_for_complete" })
    return id
  }

  const CARD = {
    payment: { instruments: [{ id: "pi_1", handler_id: "gw_card", type: "card", selected: true }] },
  }

  it("prints the credentials, and writes them to a file that only its owner can read [CNF-02]", () => {
    const text = readFileSync(file, "utf8")
    expect(output).toContain(text)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(env).toMatchObject({
      SERVER_URL: STORE,
      SUITE_URL: `http://localhost:${PORT + 13}`,
      BANK_CONTROL_URL: `http://localhost:${PORT + 11}`,
      CUSTOMER_1_EMAIL: CUSTOMERS[0],
      CUSTOMER_2_EMAIL: CUSTOMERS[1],
    })
    expect(env).not.toHaveProperty("CUSTOMER_3_EMAIL")
  })

  it("lifts the limits: more calls than a new store accepts in a minute pass [CNF-01]", async () => {
    const skills = { jsonrpc: "2.0", id: 1, method: "agent/listSkills" }
    const calls = [
      () => ucp("/orders", { token: env.UCP_SANDBOX_TOKEN }),
      () => send(`${STORE}/gw-a2a/v1/rpc`, { token: env.A2A_SANDBOX_TOKEN, body: skills }),
    ]
    for (const call of calls)
      for (let sent = 0; sent < ABOVE_LIMIT; sent += 25) {
        const answers = await Promise.all(Array.from({ length: 25 }, call))
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      }
  })

  it("lifts the guard against repeated purchases: two equal ones are started without a warning [CNF-01]", async () => {
    const token = env.UCP_SANDBOX_TOKEN
    const buyer = { email: "twice@suite.example" }
    const statuses = []
    for (const _ of [1, 2]) {
      const id = await ready(`${STORE}/gw-ucp/v1`, token, basket([["sea_chart", 1]], { buyer }))
      const { body } = await ucp(`/checkout-sessions/${id}/complete`, { token, body: CARD })
      statuses.push(body.status)
      expect(body.messages).not.toContainEqual(expect.objectContaining({ code: "duplicate_purchase" }))
    }
    expect(statuses).toEqual(["requires_escalation", "requires_escalation"])
  })

  it("signs the Agent Card, with a key that the store publishes [CNF-01]", async () => {
    const headers = { "a2a-version": "1.0" }
    const { body } = await send(`${STORE}/.well-known/agent-card.json`, { headers })
    const { keys } = (await send(`${STORE}/gw-a2a/v1/jwks.json`)).body as unknown as { keys: JWK[] }
    const verify = verifyAgentCardSignature((kid) => {
      const key = keys.find((published) => published.kid === kid)
      if (!key) throw new Error(`no key ${kid}`)
      return Promise.resolve(key)
    })
    await verify(AgentCard.fromJSON(body))
    await expect(verify(AgentCard.fromJSON({ ...body, name: "Another store" }))).rejects.toThrow()
  })

  it("gives tokens of the customers whom --customers names, with the fixtures or not [CNF-02]", async () => {
    for (const [index, email] of CUSTOMERS.entries()) {
      const token = env[`CUSTOMER_${index + 1}_UCP_ACCESS_TOKEN`]
      const { body } = await ucp("/checkout-sessions", { token, body: basket([["sea_chart", 1]]) })
      expect(body).toMatchObject({ buyer: { email } })
    }
  })

  it("accepts every printed token at its surface, and at no other [CNF-02]", async () => {
    const skills = { jsonrpc: "2.0", id: 1, method: "agent/listSkills" }
    const calls: Record<string, (token?: string) => Promise<Answer>> = {
      A2A: (token) => send(`${STORE}/gw-a2a/v1/rpc`, { token, body: skills }),
      UCP: (token) => ucp("/orders", { token }),
      ACP: (token) =>
        send(`${STORE}/gw-acp/v1/checkout_sessions/none`, {
          token,
          headers: { "api-version": "2026-04-17" },
        }),
      APP: (token) => send(`${STORE}/gw-app/v1/payments`, { token }),
    }
    const expected: Record<string, number> = { A2A: 200, UCP: 200, ACP: 404, APP: 200 }
    const tokens = Object.entries(env).filter(([name]) => /(SANDBOX|ACCESS)_TOKEN$/.test(name))
    expect(tokens).toHaveLength(3 + 1 + 2 * 3)
    for (const [name, token] of tokens)
      for (const [surface, call] of Object.entries(calls)) {
        const { status } = await call(token)
        expect([name, surface, status]).toEqual([
          name,
          surface,
          name.includes(surface) ? expected[surface] : 401,
        ])
      }
    expect((await calls.UCP?.())?.status).toBe(401)
  })

  it("gives refresh tokens that its client can exchange [CNF-02]", async () => {
    const refreshing = Object.entries(env).filter(([name]) => name.endsWith("REFRESH_TOKEN"))
    expect(refreshing).toHaveLength(1 + 2 * 3)
    for (const [name, refresh_token] of refreshing) {
      const [surface = ""] = /A2A|UCP|ACP|APP/.exec(name) ?? []
      const basic = `${env[`${surface}_CLIENT_ID`]}:${env[`${surface}_CLIENT_SECRET`]}`
      const response = await fetch(`${STORE}/gw-ucp/oauth/v1/token`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(basic).toString("base64")}` },
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token }),
      })
      expect([name, response.status]).toEqual([name, 200])
      const { access_token } = (await response.json()) as { access_token: string }
      env[name.replace("REFRESH", "ACCESS")] = access_token
    }
  })

  it("sells the fixtures at their prices, rates and discounts [CNF-03]", async () => {
    const token = env.UCP_SANDBOX_TOKEN
    const one = await ucp("/checkout-sessions", { token, body: basket([["brass_sextant", 1]]) })
    expect([one.status, one.body]).toMatchObject([201, { currency: "USD" }])
    expect(one.body.line_items).toMatchObject([{ item: { title: "Brass Sextant, polished", price: 4500 } }])
    expect(costs(one)).toEqual({ "std-us": 500, "exp-us": 1500 })
    const many = await ucp("/checkout-sessions", { token, body: basket([["brass_sextant", 3]]) })
    expect(costs(many)).toEqual({ "std-us": 0, "exp-us": 1500 })
    const abroad = await ucp("/checkout-sessions", { token, body: basket([["brass_sextant", 1]], {}, "CA") })
    expect(costs(abroad)).toEqual({ "exp-world": 2500 })
    for (const [code, amount] of Object.entries({ TENTH: -450, FIVE: -500 })) {
      const body = basket([["brass_sextant", 1]], { discounts: { codes: [code] } })
      const { body: discounted } = await ucp("/checkout-sessions", { token, body })
      const totals = discounted.totals as { type: string; amount: number }[]
      expect([code, totals.find(({ type }) => type === "discount")?.amount]).toEqual([code, amount])
    }
    const sold_out = await ucp("/checkout-sessions", { token, body: basket([["last_lantern", 1]]) })
    expect(sold_out.body.messages).toMatchObject([{ code: "out_of_stock" }])
  })

  it("ships at no cost with a product that a promotion names [CNF-03]", async () => {
    const token = env.UCP_SANDBOX_TOKEN
    const buyer = { email: "guest@suite.example" }
    for (const [item, total] of Object.entries({ sea_chart: 1250, brass_sextant: 4500 + 500 })) {
      const id = await ready(`${STORE}/gw-ucp/v1`, token, basket([[item, 1]], { buyer }))
      const { body } = await ucp(`/checkout-sessions/${id}`, { token })
      expect(body.totals).toContainEqual(expect.objectContaining({ type: "total", amount: total }))
    }
  })

  it("gives a customer of the fixtures their saved addresses [CNF-03]", async () => {
    const body = { line_items: [{ item: { id: "sea_chart" }, quantity: 1 }] }
    const { body: checkout } = await ucp("/checkout-sessions", {
      token: env.CUSTOMER_1_UCP_ACCESS_TOKEN,
      body,
    })
    expect(checkout).toMatchObject({ buyer: { email: "mary.reed@example.com" } })
    expect(checkout.fulfillment).toMatchObject({
      methods: [
        {
          destinations: [
            { id: "addr_1", street_address: "1 Harbor St" },
            { id: "addr_2", street_address: "2 Pier Rd" },
          ],
        },
      ],
    })
  })

  it("sells a fixture to a customer until it is paid, shipped and announced to a webhook on loopback [CNF-04, CNF-05]", async () => {
    const token = env.CUSTOMER_1_UCP_ACCESS_TOKEN
    const secret = env.SIMULATION_SECRET ?? ""
    expect((await ucp("/webhooks", { token, body: { url: receiver.at("/hook") } })).status).toBe(201)
    const id = await ready(`${STORE}/gw-ucp/v1`, token, basket([["brass_sextant", 2]]))
    const waiting = await ucp(`/checkout-sessions/${id}/complete`, { token, body: CARD })
    expect(waiting.body).toMatchObject({ status: "requires_escalation" })
    for (const wrong of [undefined, "", `${secret}x`])
      expect((await testing(`approve-payment/${id}`, wrong)).status).toBe(403)
    expect((await testing("approve-payment/none", secret)).status).toBe(404)
    expect((await testing(`approve-payment/${id}`, secret)).status).toBe(200)
    const { order } = await eventually(async () => {
      const { body } = await ucp(`/checkout-sessions/${id}`, { token })
      return body.status === "completed" ? (body as unknown as { order: { id: string } }) : undefined
    })
    await receiver.waitFor("/hook", ({ body }) => body.includes('"order.paid"'))

    for (const wrong of [undefined, `${secret}x`])
      expect((await testing(`simulate-shipping/${order.id}`, wrong)).status).toBe(403)
    expect((await testing("simulate-shipping/999999", secret)).status).toBe(404)
    const shipped = await testing(`simulate-shipping/${order.id}`, secret)
    expect([shipped.status, shipped.body]).toEqual([200, shipped.body])
    expect((await testing(`simulate-shipping/${order.id}`, secret)).status).toBe(409)
    await receiver.waitFor("/hook", ({ body }) => body.includes('"order.fulfilled"'))
    const { body } = await ucp(`/orders/${order.id}`, { token })
    expect(body.fulfillment).toMatchObject({
      events: [{ type: "shipped", tracking_number: shipped.body.tracking_number }],
    })
  })

  it("lets a suite without tokens buy through the suite proxy, for the customer whom it names [CNF-06]", async () => {
    const proxy = env.SUITE_URL ?? ""
    const { body: profile } = await send(`${proxy}/.well-known/ucp`)
    const { services } = profile.ucp as { services: Record<string, { endpoint: string }[]> }
    const root = services["dev.ucp.shopping"]?.[0]?.endpoint ?? ""
    expect(root).toBe(`${proxy}/gw-ucp/v1`)
    const buyer = { email: "Mary.Reed@example.com" }
    const id = await ready(root, undefined, basket([["brass_sextant", 1]], { buyer }))
    const completed = await send(`${root}/checkout-sessions/${id}/complete`, { body: CARD })
    expect([completed.status, completed.body]).toMatchObject([200, { status: "completed" }])
    const order = (completed.body.order as { id: string }).id
    expect((await send(`${root}/orders/${order}`)).status).toBe(200)
    const own = await ucp(`/orders/${order}`, { token: env.CUSTOMER_1_UCP_ACCESS_TOKEN })
    expect(own.status).toBe(200)
    expect((await ucp(`/orders/${order}`, { token: env.CUSTOMER_2_UCP_ACCESS_TOKEN })).status).toBe(404)
  })

  it("lets a suite pay with the handler of UCP's samples through the suite proxy only [CNF-06]", async () => {
    const completion = {
      payment: {
        instruments: [
          {
            id: "instr_1",
            handler_id: "mock_payment_handler",
            type: "card",
            display: { brand: "Visa", last_digits: "1234" },
            credential: { type: "token", token: "success_token" },
            billing_address: {
              street_address: "1 Harbor St",
              address_locality: "Salem",
              address_country: "US",
            },
          },
        ],
      },
      risk_signals: {},
    }
    const buyer = { email: "guest@suite.example" }
    const pay = async (root: string, token?: string, more: object = {}) => {
      const id = await ready(root, token, basket([["brass_sextant", 1]], { buyer }))
      return send(`${root}/checkout-sessions/${id}/complete`, { token, body: { ...completion, ...more } })
    }
    const proxy = `${env.SUITE_URL}/gw-ucp/v1`
    const paid = await pay(proxy)
    expect([paid.status, paid.body]).toMatchObject([200, { status: "completed" }])
    const mandate = { ap2: { checkout_mandate: "header.payload.signature~kb_signature" } }
    expect((await pay(proxy, undefined, mandate)).status).toBe(400)
    expect((await pay(`${STORE}/gw-ucp/v1`, env.UCP_SANDBOX_TOKEN)).status).toBe(400)
  })

  it("lets a suite buy without a buyer, as often as it repeats the completion, through the suite proxy only [CNF-06]", async () => {
    const { address_locality: locality, address_region: region, ...rest } = address()
    const body = basket([["brass_sextant", 1]], {
      fulfillment: { methods: [{ ...DIRECT, destinations: [{ ...rest, locality, region }] }] },
    })
    const proxy = `${env.SUITE_URL}/gw-ucp/v1`
    const id = await ready(proxy, undefined, body)
    const headers = { "idempotency-key": `repeated-${id}` }
    const complete = (more: object = {}) =>
      send(`${proxy}/checkout-sessions/${id}/complete`, { headers, body: { ...CARD, ...more } })
    const first = await complete()
    expect([first.status, first.body]).toMatchObject([200, { status: "completed" }])
    expect(await complete()).toEqual(first)
    expect((await complete({ risk_signals: {} })).status).toBe(409)
    const { body: direct } = await ucp("/checkout-sessions", { token: env.UCP_SANDBOX_TOKEN, body })
    const missing = (direct.messages as { path?: string }[]).map(({ path }) => path)
    expect(missing).toEqual(
      expect.arrayContaining(["$.buyer.email", "$.fulfillment.methods[0].destinations[0].address_locality"])
    )
  })

  it("gives no token to a web page, and none at the store's own address [CNF-06]", async () => {
    const headers = { origin: "https://page.example" }
    expect((await send(`${env.SUITE_URL}/gw-ucp/v1/orders`, { headers })).status).toBe(401)
    expect((await send(`${env.SUITE_URL}/gw-ucp/v1/orders`)).status).toBe(200)
    expect((await send(`${env.SUITE_URL}/gw-ucp/v1/orders`, { token: "wrong" })).status).toBe(401)
    expect((await ucp("/orders")).status).toBe(401)
  })

  it("resets the authorization server's limits on request [CNF-05]", async () => {
    const body = { client_name: "Suite", redirect_uris: ["https://suite.example/callback"] }
    const register = () => send(`${STORE}/gw-ucp/oauth/v1/register`, { body })
    await eventually(async () => ((await register()).status === 429 ? true : undefined))
    expect((await testing("forget-attempts", "wrong")).status).toBe(403)
    expect((await testing("forget-attempts", env.SIMULATION_SECRET)).status).toBe(200)
    expect((await register()).status).toBe(201)
  })

  it("is refused in production, before anything is started [CNF-01]", async () => {
    const printed = await refusalOf(["--conformance"], { ...process.env, NODE_ENV: "production" })
    expect(printed).toContain("it does not run with NODE_ENV=production: unset NODE_ENV.")
    expect(printed).not.toContain("Starting the database")
  })

  it("names the broken row of the fixtures, before anything is started [CNF-03]", async () => {
    writeFileSync(join(folder, "products.csv"), "id,title,price\nrose,Rose,ten\n")
    const { NODE_ENV: _, ...rest } = process.env
    const printed = await refusalOf(["--conformance", "--fixtures", folder], rest)
    expect(printed).toContain("products.csv line 2: price must be an integer in minor units")
    expect(printed).not.toContain("Starting the database")
  })
})
