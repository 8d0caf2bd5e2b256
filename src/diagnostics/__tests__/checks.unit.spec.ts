import { describe, expect, it } from "vitest"
import { newKeyPair } from "../../../demo/key-pair"
import { digest } from "../../domain/secrets"
import { bankKeys } from "../checks/bank-keys"
import { baseUrl } from "../checks/base-url"
import { clock } from "../checks/clock"
import { database } from "../checks/database"
import { encryptionKey } from "../checks/encryption-key"
import { options } from "../checks/options"
import { ownKeys } from "../checks/own-keys"
import { productImages } from "../checks/product-images"
import { proxies } from "../checks/proxies"
import { publishedKeys } from "../checks/published-keys"
import { HEALTHY, context, resultsOf } from "./contexts"

const production = { NODE_ENV: "production" }
const DOCUMENTS = ["agent-card.json", "ucp", "oauth-authorization-server", "oauth-protected-resource"]
const answering = (answer: object) => Object.fromEntries(DOCUMENTS.map((path) => [path, answer]))
const well = { body: `{"url":"${HEALTHY.base_url}/gw-a2a/v1/rpc"}` }
const jwks = "/gwb/v1/jwks.json"
const bankJwk = {
  ...newKeyPair().publicKey.export({ format: "jwk" }),
  kid: "bank-1",
}

describe("gw-doctor's check of the options [DOC-02]", () => {
  it("accepts valid options in production", async () => {
    expect(await resultsOf(options, context({ env: production }))).toEqual([
      "ok: are valid, for merchant mrc_1 at https://bank.example",
    ])
  })

  it("names every invalid option, and the variable that sets it", async () => {
    const results = await options.run(context({ given: { base_url: "shop", bank: {} }, env: production }))
    const texts = results.map(({ level, text }) => `${level} ${text.split(":")[0]}`)
    expect(texts).toEqual(expect.arrayContaining(["problem base_url", "problem bank.merchant_id"]))
    expect(results.map(({ advice }) => advice).join()).toContain("GW_BANK_MERCHANT_ID")
  })

  it("warns of debug in production, and of a store that is not in production", async () => {
    expect(await resultsOf(options, context({ given: { debug: true }, env: production }))).toContain(
      "warning: debug is set, but ignored in production"
    )
    expect(await resultsOf(options, context())).toContain("warning: the store does not run in production")
  })
})

describe("gw-doctor's checks of keys [DOC-03]", () => {
  it("accept only keys whose private and public parts match", async () => {
    const { x, y } = HEALTHY.card_key
    const mixed = { ...HEALTHY, card_key: { ...HEALTHY.bank.merchant_key, x, y } }
    expect(await resultsOf(ownKeys, context())).toEqual([
      "ok: bank.merchant_key is a P-256 key",
      "ok: card_key is a P-256 key",
    ])
    expect((await resultsOf(ownKeys, context({ given: mixed })))[1]).toMatch(/^problem: card_key/)
    const none = { card_key: { ...HEALTHY.card_key, x: "no" } }
    expect((await resultsOf(ownKeys, context({ given: none })))[1]).toMatch(/^problem: card_key is not/)
  })

  it("warn when the Agent Card is not signed, and when secrets cannot be encrypted", async () => {
    const bare = context({ given: { card_key: undefined, encryption_key: undefined } })
    expect((await resultsOf(ownKeys, bare))[1]).toMatch(/^warning: there is no card_key/)
    expect(await resultsOf(encryptionKey, bare)).toEqual([expect.stringMatching(/^warning: is not set/)])
    expect(await resultsOf(encryptionKey, context())).toEqual(["ok: is set"])
  })

  it.each([
    ["ok", { [jwks]: { body: JSON.stringify({ keys: [bankJwk] }) } }],
    ["problem", { [jwks]: { body: JSON.stringify({ keys: [{ ...bankJwk, kid: undefined }] }) } }],
    ["problem", { [jwks]: { body: JSON.stringify({ keys: [{ ...bankJwk, x: "no" }] }) } }],
    ["problem", { [jwks]: { body: "<html>" } }],
    ["problem", { [jwks]: { status: 404 } }],
    ["problem", {}],
  ])("report %s for the bank's keys when the bank responds with %j", async (level, answers) => {
    expect(await resultsOf(bankKeys, context({ answers }))).toEqual([
      expect.stringMatching(new RegExp(`^${level}:`)),
    ])
  })

  it("check pinned keys of the bank without a request to it", async () => {
    const pinned = (keys: object[]) => context({ given: { bank: { ...HEALTHY.bank, jwks: { keys } } } })
    expect(await resultsOf(bankKeys, pinned([bankJwk]))).toEqual(["ok: 1 of bank.jwks can be used"])
    expect((await resultsOf(bankKeys, pinned([])))[0]).toMatch(/^problem: bank.jwks contains no/)
  })

  it("require that the running store publishes the key that it is configured with", async () => {
    const { crv, kty, x, y } = HEALTHY.bank.merchant_key
    const kid = digest(JSON.stringify({ crv, kty, x, y }))
    const publishing = (body: string) => context({ answers: { "/gw-bank/v1/jwks.json": { body } } })
    expect((await resultsOf(publishedKeys, publishing(`{"kid":"${kid}"}`)))[0]).toMatch(/^ok:/)
    expect((await resultsOf(publishedKeys, publishing(`{"kid":"another"}`)))[0]).toMatch(/^problem:/)
  })
})

describe("gw-doctor's check of the base URL [DOC-04]", () => {
  it.each([
    ["ok: https://shop.example answers", answering(well)],
    [
      "problem: /.well-known/ucp redirects to https://www.shop.example",
      {
        ...answering(well),
        ucp: { status: 301, headers: { location: "https://www.shop.example" } },
      },
    ],
    [
      "problem: /.well-known/agent-card.json answers 404",
      {
        ...answering(well),
        "agent-card.json": { status: 404 },
      },
    ],
    ["problem: /.well-known/ucp answers, but does not contain", { ...answering(well), ucp: { body: "{}" } }],
    ["problem: https://shop.example/.well-known/agent-card.json does not answer (ECONNREFUSED)", {}],
  ])("reports %j for the base URL", async (text, answers) => {
    expect((await resultsOf(baseUrl, context({ answers })))[0]).toContain(text)
  })

  it.each(["http://shop.example", "https://shop.example"])(
    "reports one problem when the store at %s does not respond, although several checks request it",
    async (base_url) => {
      const given = { base_url, trusted_proxies: base_url.startsWith("https:") ? ["10.0.0.0/8"] : [] }
      const down = context({ given, rows: { clock_timestamp: [{ now: new Date() }] } })
      const checks = [baseUrl, publishedKeys, proxies, clock]
      const results = (await Promise.all(checks.map((check) => resultsOf(check, down)))).flat()
      expect(results.filter((result) => result.startsWith("problem:"))).toEqual([
        `problem: ${base_url}/.well-known/agent-card.json does not answer (ECONNREFUSED)`,
      ])
    }
  )

  it("requests the metadata of a store whose address has a path at the origin as well", async () => {
    const given = { base_url: "https://shop.example/eu" }
    const eu = { body: '{"issuer":"https://shop.example/eu"}' }
    const server = "oauth-authorization-server/eu"
    const served = { ...answering(eu), [server]: eu, "oauth-protected-resource/eu": eu }
    const of = (changed: object) => resultsOf(baseUrl, context({ given, answers: { ...served, ...changed } }))
    expect(await of({})).toEqual(["ok: https://shop.example/eu answers, with every document for discovery"])
    const moved = { status: 301, headers: { location: "/eu" } }
    for (const answer of [{ status: 404 }, moved, { body: "<html>" }])
      expect(await of({ [server]: answer })).toEqual([
        `problem: /.well-known/${server} does not serve the store's document`,
      ])
    expect(await of({ ucp: { status: 404 } })).toEqual(["problem: /eu/.well-known/ucp answers 404"])
    expect(await resultsOf(baseUrl, context({ given }))).toEqual([
      "problem: https://shop.example/eu/.well-known/agent-card.json does not answer (ECONNREFUSED)",
    ])
  })

  it("names each document that is not served while others are", async () => {
    const { ucp: _, ...others } = answering(well)
    expect(await resultsOf(baseUrl, context({ answers: others }))).toEqual([
      "problem: https://shop.example/.well-known/ucp does not answer (ECONNREFUSED)",
    ])
  })

  it("reports missing https as a problem in production, and as a warning otherwise", async () => {
    const given = { base_url: "http://shop.example" }
    expect((await resultsOf(baseUrl, context({ given })))[0]).toMatch(/^warning: .* is not https/)
    expect((await resultsOf(baseUrl, context({ given, env: production })))[0]).toMatch(
      /^problem: .* is not https/
    )
  })
})

describe("gw-doctor's check of proxies [DOC-05]", () => {
  const plain = { base_url: "http://shop.example", trusted_proxies: [] }
  it.each([
    ["ok: X-Forwarded-For is trusted from 1 networks", {}, {}],
    ["problem: trusted_proxies trusts every address", { trusted_proxies: ["0.0.0.0/0"] }, {}],
    ["warning: base_url is https, so a proxy is in front of the store", { trusted_proxies: [] }, {}],
    ["warning: the response passed through a proxy (via)", plain, { headers: { via: "1.1 edge" } }],
    ["ok: no proxy is trusted, and none is detected", plain, {}],
  ])("reports %j for the proxies", async (text, given, answer) => {
    expect(
      (await resultsOf(proxies, context({ given, answers: { "agent-card.json": answer } })))[0]
    ).toContain(text)
  })

  it.each([
    ["reports that it was opened by HTTP", { status: 503, body: "send X-Forwarded-Proto: https" }, 1],
    ["does not exist", { status: 400, body: "This request is over" }, 0],
    ["cannot be shown", { status: 503, body: "busy" }, 0],
  ])("checks the login page, which %s", async (_, answer, problems) => {
    const results = await resultsOf(proxies, context({ answers: { "interaction/doctor": answer } }))
    expect(results.filter((result) => result.startsWith("problem: the proxy does not send"))).toHaveLength(
      problems
    )
  })
})

describe("gw-doctor's check of the clock [DOC-06]", () => {
  it.each([
    ["ok: agrees with", 0],
    ["warning: this machine is 10.0 s behind", 10],
    ["problem: this machine is 59.0 s ahead of", -59],
  ])("reports %j for the clock", async (text, seconds) => {
    const other = new Date(Date.now() + seconds * 1000)
    const header = { headers: { date: new Date(other.getTime() + 500).toISOString() } }
    const off = context({
      rows: { clock_timestamp: [{ now: other }] },
      answers: { "agent-card.json": header, [jwks]: header },
    })
    const results = await resultsOf(clock, off)
    expect(results).toHaveLength(3)
    expect(results[0]).toContain(`${text} the database`)
    for (const result of results) expect(result.split(" ")[0]).toBe(text.split(" ")[0])
  })

  it("reports nothing about a server that does not respond", async () => {
    const rows = { clock_timestamp: [{ now: new Date() }] }
    expect(await resultsOf(clock, context({ rows }))).toEqual(["ok: agrees with the database"])
  })
})

describe("gw-doctor's check of the database [DOC-07]", () => {
  it("reports a database that does not respond", async () => {
    expect(await resultsOf(database, context())).toEqual(["problem: the database does not answer"])
  })

  it("names migrations that are not applied", async () => {
    const rows = { "select 1": [{}], mikro_orm_migrations: [{ name: "Migration20261123002001" }] }
    expect((await resultsOf(database, context({ rows })))[0]).toMatch(
      /^problem: \d+ migrations .*Migration20261123002002.*/
    )
  })
})

describe("gw-doctor's check of product images [DOC-10]", () => {
  const of = (ucp_enabled: boolean, ...origins: string[]) =>
    context({ rows: { gw_setting: [{ ucp_enabled }], images: origins.map((origin) => ({ origin })) } })

  it("names the origins whose images assistants do not show, and the variable that adds them", async () => {
    const found = of(true, "https://a.example", "https://b.example")
    expect(await resultsOf(productImages, found)).toEqual([
      "warning: assistants do not show product images of https://a.example, https://b.example",
    ])
    const [result] = await productImages.run(found)
    expect(result?.advice).toContain("GW_IMAGE_ORIGINS=https://a.example,https://b.example")
  })

  it("accepts a store whose images are all shown, and says nothing where UCP is off", async () => {
    expect(await resultsOf(productImages, of(true))).toEqual([
      "ok: assistants show images of every origin that the products use",
    ])
    expect(await resultsOf(productImages, of(false, "https://a.example"))).toEqual([])
  })
})
