import { createHash } from "node:crypto"
import { createSigner, httpbis } from "http-message-signatures"
import { describe, expect, it } from "vitest"
import { newKeyPair } from "../../../../../demo/key-pair"
import { problemIn } from "../../../../domain/errors"
import type { PlatformKey } from "../../platform/platform-keys"
import { checkSignatures } from "../check-signature"
import type { Sent } from "../signed-components"
import { signaturesIn } from "../read-signature"

const NOW = new Date("2026-11-23T10:30:00Z")
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

const newKey = (kid: string, namedCurve = "P-256") => {
  const { publicKey, privateKey } = newKeyPair(namedCurve)
  const pem = privateKey.export({ format: "pem", type: "pkcs8" })
  const alg = namedCurve === "P-256" ? "ecdsa-p256-sha256" : "ecdsa-p384-sha384"
  return {
    jwk: { ...publicKey.export({ format: "jwk" }), kid } as PlatformKey,
    signer: createSigner(pem, alg, kid),
  }
}
const mine = newKey("mine")
const large = newKey("large", "P-384")
const strange = newKey("strange")
const KEYS = [mine.jwk, large.jwk, { kid: "rsa", kty: "RSA" }]

const BODY = '{"query":"mug"}'
const digest = (body: string) => `sha-256=:${createHash("sha256").update(body).digest("base64")}:`
const FIELDS = [
  "@method",
  "@authority",
  "@path",
  "@query",
  "ucp-agent",
  "idempotency-key",
  "content-digest",
  "content-type",
  "authorization",
]
const SENT: Sent = {
  method: "POST",
  base_url: "https://shop.example",
  path: "/gw-ucp/v1/catalog/search",
  query_text: "a=1",
  headers: {
    "ucp-agent": 'profile="https://agent.example/profile.json"',
    "idempotency-key": "key-1",
    authorization: "Bearer token-1",
    "content-type": "application/json",
    "content-digest": digest(BODY),
  },
  body: Buffer.from(BODY),
}

interface Signing {
  readonly sent?: Sent
  readonly key?: ReturnType<typeof newKey>
  readonly fields?: string[]
  readonly values?: Record<string, Date | string | null>
  readonly url?: string
}

/** The request, signed by an independent library. */
async function signed({
  sent = SENT,
  key = mine,
  fields = FIELDS,
  values = {},
  url,
}: Signing = {}): Promise<Sent> {
  const message = {
    method: sent.method,
    url: url ?? `${sent.base_url}${sent.path}?${sent.query_text}`,
    headers: sent.headers as Record<string, string>,
  }
  const paramValues = { created: ago(10), ...values }
  const params = ["keyid", ...Object.keys(paramValues)]
  const { headers } = await httpbis.signMessage({ key: key.signer, fields, params, paramValues }, message)
  const { Signature: signature, "Signature-Input": input, ...others } = headers as Record<string, string>
  return { ...sent, headers: { signature, "signature-input": input, ...others } }
}

/** The error code for a request, with the error's data when it has any; undefined when the request is accepted. */
function flawOf(sent: Sent, isRequired = true): unknown {
  try {
    checkSignatures(signaturesIn(sent.headers), KEYS, sent, isRequired, NOW)
    return undefined
  } catch (thrown) {
    const { code, data } = problemIn(thrown) ?? { code: thrown, data: {} }
    return Object.keys(data).length ? [code, data] : code
  }
}

const invalid = (reason: string) => ["signature_invalid", { reason }]
const without = (name: string) => FIELDS.filter((field) => field !== name)

describe("a signed request", () => {
  it("needs its creation time where signatures are required, and not elsewhere [BIND-01]", async () => {
    const sent = await signed({ values: { created: null } })
    expect(flawOf(sent)).toEqual(["signature_missing", { uncovered: ["created"] }])
    expect(flawOf(sent, false)).toBeUndefined()
  })

  it("needs to cover its token where signatures are required, and not elsewhere [BIND-01]", async () => {
    const sent = await signed({ fields: without("authorization") })
    expect(flawOf(sent)).toEqual(["signature_missing", { uncovered: ["authorization"] }])
    expect(flawOf(sent, false)).toBeUndefined()
  })

  it.each<[string, Signing]>([
    ["a key of the platform", {}],
    ["its ES384 key", { key: large }],
    ["an alg that matches the key", { values: { alg: "ecdsa-p256-sha256" } }],
    ["a creation time at the age limit", { values: { created: ago(300) } }],
    ["a creation time one minute ahead", { values: { created: ago(-60) } }],
    ["an expiry in the future", { values: { expires: ago(-1) } }],
    ["more components than required", { fields: [...FIELDS, "@target-uri", "@scheme", "@request-target"] }],
    ["unknown parameters", { values: { nonce: "n-1", tag: "app" } }],
  ])("is accepted with %s", async (_, signing) => {
    expect(flawOf(await signed(signing))).toBeUndefined()
  })

  it.each<[string, Signing, unknown]>([
    [
      "a signature by another platform's key",
      { key: { ...mine, signer: { ...strange.signer, id: "mine" } } },
      "signature_invalid",
    ],
    ["a key the platform does not have", { key: strange }, "key_not_found"],
    [
      "an unsupported type of key",
      { key: { ...mine, signer: { ...mine.signer, id: "rsa" } } },
      "algorithm_unsupported",
    ],
    [
      "an alg that does not match the key",
      { values: { alg: "ecdsa-p384-sha384" } },
      invalid("its alg does not match the key"),
    ],
    ["another authority", { url: "https://other.example/gw-ucp/v1/catalog/search?a=1" }, "signature_invalid"],
    ["another path", { url: "https://shop.example/gw-ucp/v1/catalog/lookup?a=1" }, "signature_invalid"],
    ["another query", { url: "https://shop.example/gw-ucp/v1/catalog/search?a=2" }, "signature_invalid"],
    [
      "a creation time beyond the age limit",
      { values: { created: ago(301) } },
      invalid("its created time is more than 300 seconds ago"),
    ],
    [
      "a creation time too far ahead",
      { values: { created: ago(-61) } },
      invalid("its created time is in the future"),
    ],
    ["an expiry that has passed", { values: { expires: ago(0) } }, invalid("it has expired")],
  ])("is refused with %s", async (_, signing, flaw) => {
    expect(flawOf(await signed(signing))).toEqual(flaw)
  })

  it.each<[string, Partial<Sent>, unknown]>([
    ["the body", { body: Buffer.from(BODY.replace("mug", "mat")) }, "digest_mismatch"],
    ["the body, which was removed", { body: Buffer.alloc(0) }, "digest_mismatch"],
    ["the method", { method: "PUT" }, "signature_invalid"],
    ["the body, which exceeds the size limit", { body: null }, "request_too_large"],
  ])("is refused after a change of %s", async (_, change, flaw) => {
    expect(flawOf({ ...(await signed()), ...change })).toEqual(flaw)
  })

  it.each(["ucp-agent", "idempotency-key", "content-type", "content-digest"])(
    "is refused when %s is changed or removed",
    async (name) => {
      const { headers, ...sent } = await signed()
      const changed = name === "content-digest" ? digest("{}") : `${headers[name]?.toString()}1`
      expect(flawOf({ ...sent, headers: { ...headers, [name]: changed } })).toBe("signature_invalid")
      const { [name]: _gone, ...others } = headers
      expect(flawOf({ ...sent, headers: others })).toBe("signature_invalid")
    }
  )

  it.each(without("authorization"))(
    "counts as unsigned without %s, and as wrongly signed where signatures are optional",
    async (name) => {
      const sent = await signed({ fields: without(name) })
      expect(flawOf(sent)).toEqual(["signature_missing", { uncovered: [name] }])
      expect(flawOf(sent, false)).toEqual(["signature_invalid", { uncovered: [name] }])
    }
  )

  it("need not cover what the request does not have", async () => {
    const { "ucp-agent": agent } = SENT.headers
    const sent = {
      ...SENT,
      method: "GET",
      query_text: "",
      headers: { "ucp-agent": agent },
      body: Buffer.alloc(0),
    }
    const fields = ["@method", "@authority", "@path", "ucp-agent"]
    expect(flawOf(await signed({ sent, fields, url: `${sent.base_url}${sent.path}` }))).toBeUndefined()
  })

  it("may carry several signatures, of which one must be valid", async () => {
    const others = await signed({ key: strange })
    const partial = await signed({ sent: others, fields: ["@method"] })
    expect(flawOf(partial)).toBe("key_not_found")
    expect(flawOf(await signed({ sent: partial }))).toBeUndefined()
    const twice = await signed({ sent: await signed({ values: { expires: ago(1) } }), key: strange })
    expect(flawOf(twice)).toEqual(invalid("it has expired"))
  })

  it("may carry up to eight signatures", async () => {
    let sent = await signed()
    for (let count = 1; count < 8; count++) sent = await signed({ sent, key: strange })
    expect(flawOf(sent)).toBeUndefined()
    expect(flawOf(await signed({ sent }))).toEqual(invalid("there are more than 8 signatures"))
  })

  it.each<[string, (input: string, signature: string) => [string | undefined, string | undefined]]>([
    ["no Signature-Input header", (_, signature) => [undefined, signature]],
    ["no Signature header", (input) => [input, undefined]],
    ["empty headers", () => ["", ""]],
    ["headers in another format", () => ["Signature keyId=mine", "abc"]],
    ["another label", (input, signature) => [input, signature.replace("sig", "gis")]],
    ["no keyid", (input, signature) => [input.replace(';keyid="mine"', ""), signature]],
    ["a keyid that is a number", (input, signature) => [input.replace('"mine"', "1"), signature]],
    [
      "a creation time that is no number",
      (input, signature) => [input.replace(/created=\d+/, 'created="now"'), signature],
    ],
    ["a component twice", (input, signature) => [input.replace('"@path"', '"@path" "@path"'), signature]],
    [
      "a component with parameters",
      (input, signature) => [input.replace('"@path"', '"@path";req'), signature],
    ],
    [
      "a component that is a token",
      (input, signature) => [input.replace('"ucp-agent"', "ucp-agent"), signature],
    ],
    ["no list of components", (_, signature) => ['sig="@path";keyid="mine"', signature]],
    ["a signature that is a string", (input) => [input, 'sig="abc"']],
    ["an unclosed list of components", (input, signature) => [input.split(")")[0] ?? "", signature]],
    ["a very long list of components", (_, signature) => [`sig=(${'"a" '.repeat(4000)}`, signature]],
  ])("is refused as malformed with %s", async (_, change) => {
    const { headers, ...sent } = await signed()
    const [input, signature] = change(String(headers["signature-input"]), String(headers.signature))
    const { signature: _s, "signature-input": _i, ...others } = headers
    const changed = {
      ...others,
      ...(input !== undefined && { "signature-input": input }),
      ...(signature !== undefined && { signature }),
    }
    expect(flawOf({ ...sent, headers: changed })).toEqual(invalid("the signature headers are malformed"))
  })

  it("is read with any spacing", async () => {
    const { headers, ...sent } = await signed()
    const input = String(headers["signature-input"]).replace(/" "/g, '"   "').replace(/;/g, "; ")
    expect(flawOf({ ...sent, headers: { ...headers, "signature-input": input } })).toBeUndefined()
  })
})
