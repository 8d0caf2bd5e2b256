import type { Version } from "../version"
import { ADDRESS, LINES, TOTALS } from "./basket"
import { SHOP, used } from "./shop"

const ordered = (
  ...stands: { quantity: Record<"original" | "total" | "fulfilled", number>; status: string }[]
) => LINES.map((line, n) => ({ ...line, ...stands[n] }))

const placed = (version: Version) => ({
  ucp: used(version, "order"),
  id: "318",
  checkout_id: "chk_01KETTLE",
  permalink_url: `${SHOP}/orders/318`,
  currency: "RON",
  totals: TOTALS,
})

export const order = (version: Version) => ({
  /** One of the two large bags came back; the small one has not left yet. */
  partlySent: {
    ...placed(version),
    label: "No. 318",
    line_items: ordered(
      { quantity: { original: 2, total: 1, fulfilled: 1 }, status: "fulfilled" },
      { quantity: { original: 1, total: 1, fulfilled: 0 }, status: "processing" }
    ),
    fulfillment: {
      expectations: [
        {
          id: "expected_1",
          line_items: [{ id: "line_large", quantity: 2 }],
          method_type: "shipping",
          destination: ADDRESS,
          description: "Parcel",
          fulfillable_on: "now",
        },
        {
          id: "expected_2",
          line_items: [{ id: "line_small", quantity: 1 }],
          method_type: "pickup",
          destination: ADDRESS,
          fulfillable_on: "2026-12-27T09:00:00Z",
        },
      ],
      events: [
        {
          id: "sent_1",
          occurred_at: "2026-12-21T15:20:00Z",
          type: "shipped",
          line_items: [{ id: "line_large", quantity: 2 }],
          tracking_number: "FK000318",
          tracking_url: "https://post.example/FK000318",
          carrier: "Poșta",
          description: "Handed over in Brașov.",
        },
      ],
    },
    adjustments: [
      {
        id: "given_back_1",
        type: "refund",
        occurred_at: "2026-12-23T08:00:00Z",
        status: "pending",
        line_items: [{ id: "line_large", quantity: -1 }],
        totals: [{ type: "total", amount: -6741 }],
        description: "The bag was torn.",
      },
      { id: "question_1", type: "dispute", occurred_at: "2026-12-23T09:00:00Z", status: "completed" },
    ],
    messages: [{ type: "info", content: "We are closed over the holidays." }],
    attribution: { campaign: "first-frost" },
  },
  partlyCanceled: {
    ...placed(version),
    line_items: ordered(
      { quantity: { original: 2, total: 2, fulfilled: 1 }, status: "partial" },
      { quantity: { original: 1, total: 0, fulfilled: 0 }, status: "removed" }
    ),
    fulfillment: { expectations: [], events: [] },
  },
})
