import { describe, expect, it } from "vitest"
import { examples } from "../examples"
import { type ResponseName, type Version, VERSIONS } from "../index"
import { changed } from "../places"
import { type Broken, refusals } from "./refusals"

const RON = (amount: number) => ({ amount, currency: "RON" })
const EUR = (amount: number) => ({ amount, currency: "EUR" })

/** Each rule across members, or beyond a member's type, and a change that breaks it in an example. */
const broken: Broken[] = [
  ["no uppercase ISO 4217 code", "search", "firstPage", "products/1/price_range/min/currency", "ron"],
  ["no uppercase ISO 4217 code", "search", "firstPage", "products/1/price_range/min/currency", "RONS"],
  ["expected int, received number", "search", "firstPage", "products/0/variants/0/price/amount", 18.9],
  ["expected number, received string", "search", "firstPage", "products/0/variants/0/price/amount", "18.90"],
  ["expected number to be >=0", "search", "firstPage", "products/0/variants/0/price/amount", -1],
  ["the range ends before it begins", "search", "firstPage", "products/0/price_range/min", RON(7491)],
  ["the range has two currencies", "search", "firstPage", "products/0/price_range/min", EUR(1890)],
  ["the range is wider than the prices", "search", "firstPage", "products/0/price_range/min", RON(1889)],
  ["the range is wider than the prices", "search", "firstPage", "products/0/price_range/max", RON(7491)],
  ["a price is outside the product's range", "search", "firstPage", "products/0/price_range/min", RON(1891)],
  ["a price is outside the product's range", "lookup", "oneOfTwo", "products/0/price_range/max", RON(7489)],
  ["a price is outside the product's range", "product", "halfSelected", "product/price_range/min", RON(1891)],
  ["the product has two currencies", "search", "firstPage", "products/0/variants/1/price", EUR(7490)],
  ["the product has two currencies", "lookup", "oneOfTwo", "products/0/variants/1/list_price", EUR(7990)],
  ["the product has two currencies", "product", "halfSelected", "product/variants/0/price", EUR(1890)],
  ["a list price is below the price", "search", "firstPage", "products/0/variants/0/list_price", RON(1889)],
  ["a variant's option is none of the product's", "search", "firstPage", "products/0/options", undefined],
  [
    "a variant's option is none of the product's",
    "search",
    "firstPage",
    "products/0/variants/0/options/0/name",
    "Taste",
  ],
  [
    "a variant's option is none of the product's",
    "lookup",
    "oneOfTwo",
    "products/0/variants/0/options/0/label",
    "2 kg",
  ],
  ["a variant is there twice", "lookup", "oneOfTwo", "products/0/variants/0/id", "variant_harbour_250"],
  ["two variants are featured", "lookup", "oneOfTwo", "products/0/variants/1/inputs/0/match", "featured"],
  ["a product is there twice", "search", "firstPage", "products/1/id", "prod_harbour_blend"],
  ["the description has no format", "search", "firstPage", "products/0/description", {}],
  [
    "the status is another than whether it is available",
    "search",
    "firstPage",
    "products/0/variants/0/availability/available",
    false,
  ],
  [
    "the status is another than whether it is available",
    "search",
    "firstPage",
    "products/1/variants/0/availability/available",
    true,
  ],
  [
    "what does not exist is available",
    "product",
    "halfSelected",
    "product/options/0/values/1/available",
    true,
  ],
  ["nothing says what is selected", "product", "halfSelected", "product/selected", undefined],
  ["what is selected is no option", "product", "halfSelected", "product/selected/0/label", "2 kg"],
  ["a variant is not what is selected", "product", "halfSelected", "product/selected/0/label", "1 kg"],
  ["there are more products than the total", "search", "firstPage", "pagination/total_count", 2],
  ["expected string, received undefined", "search", "firstPage", "pagination/cursor", undefined],
  ['Unrecognized key: "cursor"', "search", "nothingFound", "pagination/cursor", "b2Zmc2V0OjI"],
  ["expected array to have >=1 items", "error", "notFound", "messages", []],
  ["no message is an error", "error", "notFound", "messages", [{ type: "info", content: "Nothing." }]],
  ['expected "error"', "error", "notFound", "ucp/status", "success"],
  ["Unrecognized key", "error", "notFound", "code", "not_found"],
  ["expected number to be >=400", "refusal", "tooMany", "data/status", 200],
  ["expected number to be <=599", "refusal", "tooMany", "data/status", 600],
  ["the sentence is not the same for every reader", "refusal", "tooMany", "detail", "Too many ids."],
  ["no message has the code", "refusal", "tooMany", "code", "not_found"],
  ["expected array to have >=1 items", "refusal", "tooMany", "messages", []],
  [
    "the endpoint ends with a slash",
    "profile",
    "whole",
    "ucp/services/dev.ucp.shopping/0/endpoint",
    "https://a.example/",
  ],
  ["not an HTTPS address", "profile", "whole", "authorization_server/issuer", "http://a.example"],
  ["REST is not the first transport", "profile", "whole", "ucp/services/dev.ucp.shopping/0/transport", "a2a"],
]

/** The same for rules about names that contain the version, or about one version only. */
const profile = (path: string[], value: unknown, version: Version) =>
  refusals("profile", changed(examples(version).profile.whole, path, value), version)

describe.each(VERSIONS)("the strict schemas of %s", (version) => {
  const documents: Record<ResponseName, Record<string, object>> = examples(version)

  it.each(broken)("reject: %s (%s, %s, %s)", (rule, response, example, path, value) => {
    const document = changed(documents[response][example] ?? {}, path.split("/"), value)
    expect(refusals(response, document, version)).toContainEqual(expect.stringContaining(rule))
  })

  it("reject another version than their own, anywhere", () => {
    const text = JSON.stringify(documents)
    const other = version === "2026-04-08" ? "2026-08-25" : "2026-04-08"
    const swapped = JSON.parse(text.replaceAll(version, other)) as typeof documents
    for (const [response, documents] of Object.entries(swapped)) {
      for (const document of Object.values(documents)) {
        const found = refusals(response as ResponseName, document, version)
        expect(found).toContain(`Invalid input: expected "${version}"`)
      }
    }
  })

  it("reject a manifest whose own version has another address", () => {
    const elsewhere = { [version]: "https://fern-and-kettle.example/.well-known/ucp/own" }
    const found = profile(["ucp", "supported_versions"], elsewhere, version)
    expect(found).toEqual(["the version points to another document"])
  })

  it("reject a capability with documentation on a foreign domain or without its parent capabilities", () => {
    const cart = ["ucp", "capabilities", "dev.ucp.shopping.cart", "0"]
    expect(profile([...cart, "schema"], "https://ucp.dev.example/cart.json", version)).toEqual([
      "a capability is documented by another organization",
    ])
    expect(profile([...cart, "extends"], "dev.ucp.shopping.order", version)).toEqual([
      "a capability extends none of the others",
    ])
  })

  it("reject a capability that the protocol does not have", () => {
    const found = profile(["ucp", "capabilities", "dev.ucp.shopping.catalogue"], [], version)
    expect(found).toContain("Invalid key in record")
  })

  it("reject an instrument with empty constraints", () => {
    const handler = ["ucp", "payment_handlers", "example.fern.card", "0"]
    const nothing = version === "2026-04-08" ? {} : { properties: {} }
    const found = profile([...handler, "available_instruments", "0", "constraints"], nothing, version)
    expect(found).toEqual(["nothing is constrained"])
  })

  it("reject a private key", () => {
    const found = profile(["keys", "0", "d"], "c2VjcmV0", version)
    expect(found).toContain('Unrecognized key: "d"')
  })
})

it("rejects keys other than the signing keys in 2026-04-08, and the older member name in 2026-08-25", () => {
  expect(profile(["keys", "0", "kid"], "kettle-2", "2026-04-08")).toEqual([
    "the keys are not the signing keys",
  ])
  expect(profile(["signing_keys"], [], "2026-08-25")).toEqual(['Unrecognized key: "signing_keys"'])
})
