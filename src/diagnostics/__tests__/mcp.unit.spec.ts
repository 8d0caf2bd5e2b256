import { describe, expect, it } from "vitest"
import { authorizationServerFaults } from "../checks/authorization-server"
import { mcp } from "../checks/mcp"
import { HEALTHY, context, resultsOf } from "./contexts"

const DOCUMENT = "/.well-known/oauth-authorization-server"
const ENDPOINTS = { authorize: "/gw-ucp/oauth/v1/authorize", token: "/gw-ucp/oauth/v1/token" }

const METADATA = {
  issuer: HEALTHY.base_url,
  authorization_endpoint: HEALTHY.base_url + ENDPOINTS.authorize,
  token_endpoint: HEALTHY.base_url + ENDPOINTS.token,
  registration_endpoint: `${HEALTHY.base_url}/gw-ucp/oauth/v1/register`,
  code_challenge_methods_supported: ["S256"],
}
const PAGE = { status: 400, body: '<p role="alert" class="fault">This app is not known to the store.</p>' }
const ERROR = { status: 400, body: '{"error":"invalid_request","error_description":"Send a form."}' }

/** The answers of an authorization server without any fault, with some members of its metadata changed. */
const serverAnswers = (changed: object = {}) => ({
  [DOCUMENT]: { body: JSON.stringify({ ...METADATA, ...changed }) },
  [ENDPOINTS.authorize]: PAGE,
  [ENDPOINTS.token]: ERROR,
})

describe("gw-doctor's check of MCP [DOC-09]", () => {
  const path = "/gw-ucp/v1/mcp"
  const metadata = `/.well-known/oauth-protected-resource${path}`
  const challenge = (url: string) => ({
    status: 401,
    headers: { "www-authenticate": `Bearer realm="x", resource_metadata="${url}", DPoP` },
  })
  const document = { resource: HEALTHY.base_url + path, authorization_servers: [HEALTHY.base_url] }
  const answers = {
    [metadata]: { body: JSON.stringify(document) },
    [path]: challenge(HEALTHY.base_url + metadata),
    ...serverAnswers(),
  }
  const settings = {
    ucp_enabled: true,
    agents_stopped: false,
    registration: "open",
    registration_requires_pushed: false,
    approval_required: false,
  }
  const withAnswers = (changed: object, row: object = settings) =>
    context({ rows: { gw_setting: [row] }, answers: { ...answers, ...changed } })

  it("follows the way of an assistant to the login", async () => {
    expect(await resultsOf(mcp, withAnswers({}))).toEqual([
      `ok: ${path} leads assistants to the store's login`,
    ])
  })

  it.each([
    ["a proxy that does not forward it", { [path]: { status: 404 } }, `${path} answers 404 without a token`],
    [
      "a proxy that removes the header",
      { [path]: { status: 401 } },
      `the 401 of ${path} names no resource_metadata`,
    ],
    [
      "another store's metadata",
      { [path]: challenge("https://other.example/metadata") },
      `the 401 of ${path} names https://other.example/metadata`,
    ],
    [
      "metadata that is not served",
      { [metadata]: { status: 404, body: "{}" } },
      `${metadata} does not describe ${path}`,
    ],
    ["metadata that is no JSON", { [metadata]: { body: "<html>" } }, `${metadata} does not describe ${path}`],
    [
      "metadata of another authorization server",
      {
        [metadata]: {
          body: JSON.stringify({ ...document, authorization_servers: ["https://other.example"] }),
        },
      },
      `${metadata} does not name ${HEALTHY.base_url} as the authorization server`,
    ],
    [
      "metadata that names another authorization server first",
      {
        [metadata]: {
          body: JSON.stringify({
            ...document,
            authorization_servers: ["https://other.example", HEALTHY.base_url],
          }),
        },
      },
      `${metadata} does not name ${HEALTHY.base_url} as the authorization server`,
    ],
  ])("reports %s", async (_, changed, text) => {
    const [result, ...others] = await resultsOf(mcp, withAnswers(changed))
    expect([result, others]).toEqual([expect.stringContaining(`problem: ${text}`), []])
  })

  it("reports a fault of the authorization server once, beside that of a server", async () => {
    const acp = "/gw-acp/v1/mcp"
    const acp_metadata = `/.well-known/oauth-protected-resource${acp}`
    const acp_answers = {
      [acp_metadata]: { body: JSON.stringify({ ...document, resource: HEALTHY.base_url + acp }) },
      [acp]: challenge(HEALTHY.base_url + acp_metadata),
    }
    const both = { ...settings, acp_enabled: true, registration: "closed" }
    const none = { [ENDPOINTS.token]: { status: 404 } }
    const fault = `problem: ${ENDPOINTS.token} answers 404 without an OAuth error in JSON`
    expect(await resultsOf(mcp, withAnswers({ ...acp_answers, ...none }, both))).toEqual([fault])
    expect(await resultsOf(mcp, withAnswers({ [acp]: { status: 404 }, ...none }, both))).toEqual([
      `problem: ${acp} answers 404 without a token, instead of 401`,
      fault,
    ])
    expect(await resultsOf(mcp, withAnswers(acp_answers, { ...both, registration: "open" }))).toEqual([
      `ok: ${path} leads assistants to the store's login`,
      `ok: ${acp} leads assistants to the store's login`,
    ])
  })

  it.each([
    ["closed", { registration: "closed" }, "no new assistant can connect: registration of clients is closed"],
    ["with a token", { registration: "initial_access_token" }, "most assistants cannot connect"],
    ["by pushed requests", { registration_requires_pushed: true }, "assistants that do not push"],
    ["with approval", { approval_required: true }, "a new assistant cannot connect before the merchant"],
  ])("warns that new assistants cannot connect when registration is %s", async (_, rules, text) => {
    const [first, second] = await resultsOf(mcp, withAnswers({}, { ...settings, ...rules }))
    expect([first, second]).toEqual([
      `ok: ${path} leads assistants to the store's login`,
      expect.stringContaining(`warning: ${text}`),
    ])
  })

  it("leaves out surfaces that are off, stopped agents and a store that does not respond", async () => {
    const silent = context({ rows: { gw_setting: [settings] } })
    for (const of of [
      withAnswers({}, { ...settings, ucp_enabled: false }),
      withAnswers({}, { ...settings, agents_stopped: true }),
      silent,
    ])
      expect(await resultsOf(mcp, of)).toEqual([])
  })
})

describe("gw-doctor's check of the authorization server [DOC-09]", () => {
  const faultsIn = async (answers: Parameters<typeof context>[0]) =>
    (await authorizationServerFaults(context(answers))).map(({ level, text }) => `${level}: ${text}`)
  const elsewhere = "https://login.example/token"

  it.each([
    ["without any fault", {}],
    ["that registers no clients", { registration_endpoint: undefined }],
    ["that also announces another method of PKCE", { code_challenge_methods_supported: ["plain", "S256"] }],
  ])("accepts one %s", async (_, changed) => {
    expect(await faultsIn({ answers: serverAnswers(changed) })).toEqual([])
  })

  it.each([
    [
      "another issuer",
      { issuer: "https://other.example" },
      `names the issuer https://other.example instead of ${HEALTHY.base_url}`,
    ],
    ["no issuer", { issuer: undefined }, "does not serve the metadata of the authorization server"],
    ["no authorization endpoint", { authorization_endpoint: undefined }, "names no authorization_endpoint"],
    ["no token endpoint", { token_endpoint: undefined }, "names no token_endpoint"],
    [
      "a token endpoint at another host",
      { token_endpoint: elsewhere },
      `names the token_endpoint ${elsewhere}, which is not a URL at ${HEALTHY.base_url}`,
    ],
    [
      "an authorization endpoint without https",
      { authorization_endpoint: "http://shop.example/authorize" },
      `names the authorization_endpoint http://shop.example/authorize, which is not a URL at ${HEALTHY.base_url}`,
    ],
    [
      "a path as the endpoint of registration",
      { registration_endpoint: "/register" },
      `names the registration_endpoint /register, which is not a URL at ${HEALTHY.base_url}`,
    ],
    [
      "no method of PKCE",
      { code_challenge_methods_supported: undefined },
      "does not announce PKCE with S256, without which assistants refuse the login",
    ],
    [
      "another method of PKCE only",
      { code_challenge_methods_supported: ["plain"] },
      "does not announce PKCE with S256, without which assistants refuse the login",
    ],
  ])("refuses metadata with %s", async (_, changed, text) => {
    expect(await faultsIn({ answers: serverAnswers(changed) })).toEqual([`problem: ${DOCUMENT} ${text}`])
  })

  it.each([{ status: 404, body: "{}" }, { body: "<html>" }, { status: 301, headers: { location: "/" } }])(
    "refuses metadata that is answered with %j",
    async (answer) => {
      expect(await faultsIn({ answers: { ...serverAnswers(), [DOCUMENT]: answer } })).toEqual([
        `problem: ${DOCUMENT} does not serve the metadata of the authorization server`,
      ])
    }
  )

  it("requests the metadata of a store whose address has a path where clients look for it", async () => {
    const base_url = "https://shop.example/eu"
    const endpoints = {
      issuer: base_url,
      authorization_endpoint: base_url + ENDPOINTS.authorize,
      token_endpoint: base_url + ENDPOINTS.token,
    }
    const { [DOCUMENT]: document, ...others } = serverAnswers(endpoints)
    const given = { base_url }
    const moved = { ...others, [`https://shop.example${DOCUMENT}/eu`]: document }
    expect(await faultsIn({ given, answers: moved })).toEqual([])
    const notMoved = { ...others, [`${base_url}${DOCUMENT}`]: document }
    expect(await faultsIn({ given, answers: notMoved })).toEqual([
      `problem: ${DOCUMENT}/eu does not serve the metadata of the authorization server`,
    ])
  })

  const { authorize, token } = ENDPOINTS
  const away = { headers: { location: "https://www.shop.example/" } }
  it.each([
    [
      "a missing page",
      authorize,
      { status: 404, body: PAGE.body },
      "answers 404 without the store's error page",
    ],
    ["another page", authorize, { status: 400, body: "<h1>" }, "answers 400 without the store's error page"],
    ["a page of success", authorize, { body: PAGE.body }, "answers 200 without the store's error page"],
    ["a redirect", authorize, { status: 302, ...away }, "redirects to https://www.shop.example/"],
    ["a missing address", token, { ...ERROR, status: 404 }, "answers 404 without an OAuth error in JSON"],
    ["a page", token, { status: 400, body: "<h1>" }, "answers 400 without an OAuth error in JSON"],
    [
      "another error",
      token,
      { status: 400, body: '{"error":1}' },
      "answers 400 without an OAuth error in JSON",
    ],
    ["null", token, { status: 400, body: "null" }, "answers 400 without an OAuth error in JSON"],
    ["a fault", token, { status: 502, body: "" }, "answers 502 without an OAuth error in JSON"],
    ["a redirect", token, { status: 308, ...away }, "redirects to https://www.shop.example/"],
  ])("refuses %s as the answer of %s", async (_, path, answer, text) => {
    expect(await faultsIn({ answers: { ...serverAnswers(), [path]: answer } })).toEqual([
      `problem: ${path} ${text}`,
    ])
  })

  it.each([authorize, token])("refuses a store that does not answer at %s", async (path) => {
    const { [path]: _, ...answers } = serverAnswers()
    expect(await faultsIn({ answers })).toEqual([
      `problem: ${HEALTHY.base_url}${path} does not answer (ECONNREFUSED)`,
    ])
  })
})
