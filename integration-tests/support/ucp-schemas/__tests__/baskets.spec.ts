import { describe, expect, it } from "vitest"
import { examples } from "../examples"
import { type ResponseName, type Version, VERSIONS } from "../index"
import { changed } from "../places"
import { type Broken, refusals } from "./refusals"

const NOT_ONE_TOTAL = "there is not exactly one total"
const WRONG_SUM = "the entries do not sum to the total"
const ONE_ONLY = "either the status or the messages call for the buyer, but not both"
const UNUSED = "a member is of an extension that is not used"
const GONE = "something is about a line that is not there"
const DERIVED = "the status is another than the quantities say"
const NOTHING_BACK = "a refund gives no money back"

const CAPABILITIES = "ucp/capabilities/dev.ucp.shopping"
const METHOD = "fulfillment/methods/0"
const HANDLERS = "ucp/payment_handlers/example.fern"

const NOTICE = { type: "info", content: "Nothing is wrong." }
const ORDER = { id: "318", permalink_url: "https://fern-and-kettle.example/orders/318" }
const SOMEWHERE = "https://fern-and-kettle.example/checkouts"

const broken: Broken[] = [
  ["there is not exactly one subtotal", "cart", "empty", "totals", [{ type: "total", amount: 0 }]],
  [NOT_ONE_TOTAL, "cart", "empty", "totals", [{ type: "subtotal", amount: 0 }]],
  [NOT_ONE_TOTAL, "cart", "whole", "totals/3/type", "total"],
  [NOT_ONE_TOTAL, "checkout", "ready", `${METHOD}/groups/0/options/1/totals`, []],
  [WRONG_SUM, "cart", "whole", "totals/6/amount", 17243],
  [WRONG_SUM, "cart", "whole", "line_items/1/totals/2/amount", 2061],
  [WRONG_SUM, "checkout", "ready", `${METHOD}/groups/0/options/0/totals/2/amount`, 1901],
  [WRONG_SUM, "order", "partlySent", "totals/4/amount", 301],
  ["expected number to be <0", "cart", "whole", "totals/1/amount", 1498],
  ["expected number to be <0", "cart", "whole", "totals/2/amount", 0],
  ["expected number to be >=0", "cart", "whole", "totals/0/amount", -1],
  ["expected number to be >=0", "cart", "whole", "totals/3/amount", -1],
  ["expected number to be >=0", "cart", "whole", "totals/4/amount", -1],
  ["expected number to be >=0", "cart", "whole", "totals/5/amount", -1],
  ["expected int, received number", "cart", "whole", "totals/6/amount", 172.42],
  ["a line has an amount of the whole", "cart", "whole", "line_items/1/totals/1/type", "fee"],
  ["a line is there twice", "cart", "whole", "line_items/1/id", "line_large"],
  ["the subtotal is not that of the lines", "cart", "whole", "line_items/1/totals/0/amount", 1891],
  ["the items' discount is not that of the lines", "cart", "whole", "totals/1/amount", -1497],
  ["expected number to be >=1", "cart", "whole", "line_items/0/quantity", 0],
  ["must match pattern", "cart", "whole", "line_items/0/item/id", "prod_harbour_blend"],
  ["no uppercase ISO 4217 code", "cart", "whole", "currency", "ron"],

  [
    "the allocations do not sum to the amount",
    "cart",
    "whole",
    "discounts/applied/0/allocations/0/amount",
    1497,
  ],
  [
    "a discount is allocated to a line that is not there",
    "cart",
    "whole",
    "discounts/applied/0/allocations/0/path",
    "$.line_items[2]",
  ],
  [
    "the discount of a line is not the amount allocated to it",
    "cart",
    "whole",
    "discounts/applied/0/allocations/0/path",
    "$.line_items[1]",
  ],
  ["the discount is not the applied amount", "cart", "whole", "discounts/applied/1/amount", 501],
  ["expected number to be >=1", "cart", "whole", "discounts/applied/1/amount", -500],
  [
    "a discount is either automatic or by a code",
    "cart",
    "whole",
    "discounts/applied/0/automatic",
    undefined,
  ],
  ["a discount is either automatic or by a code", "cart", "whole", "discounts/applied/1/automatic", true],
  ["a code is applied that was not requested", "cart", "whole", "discounts/codes/0", "hello"],
  [
    "a warning is about a code that was not requested",
    "cart",
    "whole",
    "messages/0/path",
    "$.discounts.codes[2]",
  ],
  ["a warning is about a code that was not requested", "cart", "whole", "discounts", undefined],
  ["a code is applied that a warning refuses", "cart", "whole", "messages/0/path", "$.discounts.codes[0]"],
  [UNUSED, "cart", "whole", `${CAPABILITIES}.discount`, undefined],

  [UNUSED, "checkout", "ready", `${CAPABILITIES}.discount`, undefined],
  [UNUSED, "checkout", "ready", `${CAPABILITIES}.fulfillment`, undefined],
  [UNUSED, "checkout", "ready", `${CAPABILITIES}.buyer_consent`, undefined],
  ["no message is an error", "checkout", "incomplete", "messages", [NOTICE]],
  [ONE_ONLY, "checkout", "incomplete", "messages/0/severity", "requires_buyer_input"],
  [ONE_ONLY, "checkout", "escalated", "messages/1/severity", "recoverable"],
  [ONE_ONLY, "checkout", "escalated", "status", "ready_for_complete"],
  [ONE_ONLY, "checkout", "ready", "status", "requires_escalation"],
  ['Unrecognized key: "continue_url"', "checkout", "completed", "continue_url", SOMEWHERE],
  ['Unrecognized key: "continue_url"', "checkout", "canceled", "continue_url", SOMEWHERE],
  ...["incomplete", "escalated", "ready", "inProgress", "canceled"].map((example): Broken => [
    'Unrecognized key: "order"',
    "checkout",
    example,
    "order",
    ORDER,
  ]),
  ["the sentence is not the same for every reader", "declined", "atOnce", "detail", "No."],
  ["no message has the code", "declined", "atOnce", "messages/1/code", "out_of_stock"],
  ["no message has the code", "declined", "atOnce", "messages/1/content", "No."],
  ['expected "ready_for_complete"', "declined", "atOnce", "status", "completed"],
  ["must match pattern", "checkout", "completed", "order/id", "order_01KETTLE"],
  [
    "the selected destination is none of the destinations",
    "checkout",
    "ready",
    `${METHOD}/selected_destination_id`,
    "office",
  ],
  [
    "the selected option is none of the options",
    "checkout",
    "ready",
    `${METHOD}/groups/0/selected_option_id`,
    "train",
  ],
  ["two options have one title", "checkout", "ready", `${METHOD}/groups/0/options/1/title`, "Parcel"],
  ["two options have one id", "checkout", "ready", `${METHOD}/groups/0/options/1/id`, "van"],
  [
    "the groups are of other lines than the method",
    "checkout",
    "ready",
    `${METHOD}/groups/0/line_item_ids`,
    ["line_large"],
  ],
  [
    "a line is to be fulfilled that is not there",
    "checkout",
    "ready",
    `${METHOD}/line_item_ids/1`,
    "line_gone",
  ],
  [
    "an instrument is of a handler that is not there",
    "checkout",
    "ready",
    "payment/instruments/0/handler_id",
    "cash",
  ],
  [
    "two handlers have one id",
    "checkout",
    "ready",
    `${HANDLERS}.voucher`,
    [{ id: "card", version: "2026-02-01" }],
  ],
  [
    'Unrecognized key: "credential"',
    "checkout",
    "ready",
    "payment/instruments/0/credential",
    { type: "token", token: "tok_1" },
  ],
  ["a credential is in it", "checkout", "ready", `${HANDLERS}.card/0/config/shop`, [{ credential: "s3" }]],

  [DERIVED, "order", "partlySent", "line_items/0/status", "partial"],
  [DERIVED, "order", "partlySent", "line_items/0/quantity/fulfilled", 0],
  [DERIVED, "order", "partlySent", "line_items/1/quantity/fulfilled", 1],
  [DERIVED, "order", "partlySent", "line_items/1/quantity/total", 0],
  [DERIVED, "order", "partlyCanceled", "line_items/0/status", "processing"],
  [DERIVED, "order", "partlyCanceled", "line_items/1/status", "fulfilled"],
  [GONE, "order", "partlySent", "fulfillment/expectations/0/line_items/0/id", "line_gone"],
  [GONE, "order", "partlySent", "fulfillment/events/0/line_items/0/id", "line_gone"],
  [GONE, "order", "partlySent", "adjustments/0/line_items/0/id", "line_gone"],
  ["two of a kind have one id", "order", "partlySent", "fulfillment/expectations/1/id", "expected_1"],
  [NOTHING_BACK, "order", "partlySent", "adjustments/0/totals/0/amount", 6741],
  [NOTHING_BACK, "order", "partlySent", "adjustments/0/totals/0/amount", 0],
  [NOTHING_BACK, "order", "partlySent", "adjustments/0/totals", undefined],
  ["the subtotal is not that of the lines", "order", "partlySent", "line_items/1/totals/0/amount", 1891],
  ['Unrecognized key: "dev.ucp.shopping.discount"', "order", "partlySent", `${CAPABILITIES}.discount`, []],
]

/** The reasons why an example is rejected after a change. */
function refusedFor(version: Version, [, response, example, at, value]: Broken): string[] {
  const documents: Record<ResponseName, Record<string, object>> = examples(version)
  return refusals(response, changed(documents[response][example] ?? {}, at.split("/"), value), version)
}

describe.each(VERSIONS)("the strict schemas of %s", (version) => {
  it.each(broken)("reject: %s (%s, %s, %s)", (...change) => {
    expect(refusedFor(version, change)).toContainEqual(expect.stringContaining(change[0]))
  })

  it("accept a code that occurs twice and is rejected the second time", () => {
    const { whole } = examples(version).cart
    const twice = changed(whole, ["discounts", "codes", "1"], "HELLO5") as object
    const why = "discount_code_already_applied"
    expect(refusals("cart", changed(twice, ["messages", "0", "code"], why), version)).toEqual([])
  })

  it("reject a destination that occurs twice", () => {
    const { ready } = examples(version).checkout
    const home = ready.fulfillment.methods[0]?.destinations[0]
    const twice = changed(ready, [...METHOD.split("/"), "destinations"], [home, home])
    expect(refusals("checkout", twice, version)).toEqual(["two destinations have one id"])
  })

  it("reject the other version's format of consent and deliveries", () => {
    const other = version === "2026-04-08" ? "2026-08-25" : "2026-04-08"
    const { buyer, fulfillment } = examples(other).checkout.ready
    const { ready } = examples(version).checkout
    expect(refusals("checkout", changed(ready, ["buyer"], buyer), version)).not.toEqual([])
    expect(refusals("checkout", changed(ready, ["fulfillment"], fulfillment), version)).not.toEqual([])
  })
})

describe("an action of the agent", () => {
  const { inProgress, ready } = examples("2026-08-25").checkout
  const { actions } = inProgress as { actions?: Record<string, object[]> }
  const challenge = ["actions", "dev.ucp.common.payment.three_ds_challenge"]

  it("refers to an instrument of the checkout", () => {
    const other = changed(inProgress, [...challenge, "0", "config", "payment_instrument_id"], "visa_1882")
    expect(refusals("checkout", other, "2026-08-25")).toEqual([
      "an action is about an instrument that is not there",
    ])
  })

  it("occurs at most once", () => {
    const [one] = Object.values(actions ?? {}).flat()
    const found = refusals("checkout", changed(inProgress, challenge, [one, one]), "2026-08-25")
    expect(found).toEqual([expect.stringContaining("expected array to have <=1 items")])
  })

  it("occurs only with its extension, and only while the payment is in progress", () => {
    const extension = ["ucp", "capabilities", "dev.ucp.common.payment.authentication"]
    expect(refusals("checkout", changed(inProgress, extension), "2026-08-25")).toEqual([UNUSED])
    const early = changed(ready, ["actions"], actions)
    expect(refusals("checkout", early, "2026-08-25")).toEqual(['Unrecognized key: "actions"'])
  })

  it("does not exist in 2026-04-08", () => {
    const before = changed(examples("2026-04-08").checkout.inProgress, ["actions"], actions)
    expect(refusals("checkout", before, "2026-04-08")).toEqual(['Unrecognized key: "actions"'])
  })
})
