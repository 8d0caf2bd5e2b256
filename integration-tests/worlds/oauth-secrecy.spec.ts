import { once } from "node:events"
import { connect } from "node:net"
import { stripVTControlCharacters } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { sql } from "../support/database"
import { adminFetch, adminPost } from "../support/merchant"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  hash,
  newPkce,
  openConsent,
  PEOPLE,
  postForm,
  redeem,
  refresh,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { assertion, registerSigningClient, signed } from "../support/signing-client"
import { addressOf, routesBelow } from "../support/routes"
import { type RunningWorld, startWorld } from "../support/start-world"
import { storeLog } from "../support/store-log"

/** Every secret exchanged between client, browser and server in a complete flow, by its name. */
const secrets: Record<string, string> = {}

const shared = process.env.GW_TEST_WORLD
let running: RunningWorld
let client_id: string

afterAll(async () => {
  process.env.GW_TEST_WORLD = shared
  await running?.stop()
})

beforeAll(async () => {
  // A separate store, because Medusa logs no requests in the test environment.
  running = await startWorld({ NODE_ENV: "development", LOG_LEVEL: "http" })
  process.env.GW_TEST_WORLD = JSON.stringify(running.world)
  await switchSurfaces({ a2a_enabled: true })
  const client = await registerClient()
  client_id = client.client_id
  const { verifier, challenge } = newPkce()
  const browser = new OAuthBrowser()
  const page = await openConsent(browser, authorizeUrl(client, challenge), PEOPLE.admin)
  const { location } = await browser.submit(page, "Allow")
  const code = String(location?.searchParams.get("code"))
  const { body } = await redeem(client, { code, verifier })
  const { body: next } = await refresh(client, String(body.refresh_token))
  const token = String(next.access_token)
  await postForm("introspect", client, { token })
  const signing = await registerSigningClient()
  const shown = assertion(signing)
  await postForm("revoke", { client_id: undefined }, { token, ...signed(shown) })
  await refresh(client, String(body.refresh_token))
  await refresh({ ...client, client_secret: "gws_wrong" }, "gwr_wrong")
  const made = (await (await adminPost("/admin/agentic-commerce/registration-token")).json()) as {
    token: string
  }
  Object.assign(secrets, {
    registration_token: made.token,
    client_secret: client.client_secret,
    code,
    verifier,
    assertion: shown.split(".")[2],
    access_token: body.access_token,
    refresh_token: body.refresh_token,
    next_access_token: token,
    next_refresh_token: next.refresh_token,
    password: PEOPLE.admin.password,
  })
})

describe("after a complete flow", () => {
  it("no table of the gateway contains a secret in plain text, only the hash of each token [OAUTH-24]", async () => {
    const tables = await sql<{ table_name: string }>(
      "select table_name from information_schema.tables where table_schema = 'public' and table_name like 'gw\\_%'"
    )
    const contents = await Promise.all(
      tables.map(({ table_name }) => sql<{ row: string }>(`select t::text as row from ${table_name} t`))
    )
    const everything = contents
      .flat()
      .map(({ row }) => row)
      .join("\n")
    for (const name of ["client_secret", "code", "access_token", "refresh_token", "next_refresh_token"])
      expect([name, everything.includes(hash(String(secrets[name])))]).toEqual([name, true])
    for (const [name, secret] of Object.entries(secrets))
      expect([name, everything.includes(secret)]).toEqual([name, false])
  })

  it("the store's log contains the requests and none of the secrets [OAUTH-24]", async () => {
    const log = (await storeLog()).join("\n")
    expect(log).toContain("/gw-ucp/oauth/v1/token")
    for (const [name, secret] of Object.entries(secrets))
      expect([name, log.includes(secret)]).toEqual([name, false])
  })

  it.each(routesBelow("/admin/agentic-commerce").filter(({ method }) => method === "GET"))(
    "the admin API's answer at $template contains none of the secrets and none of their hashes [OAUTH-03, OAUTH-24]",
    async (route) => {
      const answer = await (await adminFetch(addressOf(route, { id: client_id }))).text()
      for (const [name, secret] of Object.entries(secrets))
        expect([name, answer.includes(secret) || answer.includes(hash(secret))]).toEqual([name, false])
    }
  )
})

/** Posts the first part of a body and closes the connection. */
async function abort(path: string, request_id: string): Promise<void> {
  const { hostname, port } = new URL(running.world.base_url)
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  const head = [`POST ${path}?key=hidden HTTP/1.1`, `Host: ${hostname}`, `X-Request-Id: ${request_id}`]
  const body = ["Content-Type: application/json", "Content-Length: 1000"]
  socket.write([...head, ...body, "", '{"jsonrpc": "unfinished'].join("\r\n"), () => socket.destroy())
  await once(socket, "close")
}

describe("a request whose client closes the connection in the middle of the body", () => {
  const routes = routesBelow("/gw-").filter(({ method }) => method === "POST")
  const id = (path: string) => `aborted${path.replace(/[^\w/-]/g, "_")}`

  it("is one line of the log at every endpoint, below a warning and without a stack [HRD-05]", async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true })
    const before = (await storeLog()).length
    const paths = [...routes.map((route) => addressOf(route)), "/gw-bank/v1/nowhere"]
    expect(paths).toEqual(
      expect.arrayContaining(["/gw-a2a/v1/rpc", "/gw-bank/v1/ipn", "/gw-ucp/v1/webhooks"])
    )
    await Promise.all(paths.map((path) => abort(path, id(path))))
    const lines = await eventually(async () => {
      const added = (await storeLog()).slice(before).map(stripVTControlCharacters)
      return added.filter((line) => line.includes("before its request was complete")).length >= paths.length
        ? added
        : undefined
    })
    for (const path of paths) {
      const own = lines.filter((line) => line.includes(`request ${id(path)}: `))
      expect([path, own.length, own[0]]).toEqual([
        path,
        1,
        expect.stringMatching(/^info:\s+request \S+: POST \/gw-[^?]*: the client closed the connection/),
      ])
    }
    expect(lines.filter((line) => /^\s+at |^(error|warn): .*abort|"stack"/.test(line))).toEqual([])
    expect(lines.join("\n")).not.toContain("unfinished")
  })

  it("executes nothing, while a complete request does [HRD-05]", async () => {
    const clients = async () => (await sql("select 1 from gw_oauth_client")).length
    const before = await clients()
    await abort("/gw-ucp/oauth/v1/register", "aborted-registration")
    await eventually(
      async () => (await storeLog()).some((line) => line.includes("aborted-registration")) || undefined
    )
    expect(await clients()).toBe(before)
    await registerClient()
    expect(await clients()).toBe(before + 1)
  })
})
