import type { Version } from "../version"
import { ADDRESS, DISCOUNTS, LINES, LINKS, NO_SUCH_CODE, SHOPPER, TOTALS } from "./basket"
import { ONLY_VISA, SHOP, used } from "./shop"

/**
 * The formats of consent and deliveries in each version, and the action of an agent, which only the later
 * version has.
 */
const OWN = {
  "2026-04-08": {
    consent: { analytics: true, preferences: true, marketing: false, sale_of_data: false },
    address: {},
    location: {},
    description: "On your doorstep within two days.",
    authentication: {},
    actions: {},
  },
  "2026-08-25": {
    consent: {
      "dev.ucp.consent.marketing": {
        granted: true,
        source: "platform",
        description: "News of teas.",
        segments: {
          "dev.ucp.consent.marketing.email": {
            granted: false,
            source: "business",
            description: "News of teas by e-mail.",
          },
        },
      },
    },
    address: { type: "shipping_address" },
    location: { type: "business_location" },
    description: { plain: "On your doorstep within two days." },
    authentication: { "dev.ucp.common.payment.authentication": [{ version: "2026-08-25" }] },
    actions: {
      actions: {
        "dev.ucp.common.payment.three_ds_challenge": [
          {
            id: "attempt_1",
            config: { payment_instrument_id: "visa_1881", url: `${SHOP}/pay/attempt_1` },
          },
        ],
      },
    },
  },
} satisfies Record<Version, object>

const OF_ALL = ["line_large", "line_small"]

const parcel = (version: Version) => {
  const { address, description } = OWN[version]
  return {
    methods: [
      {
        id: "parcel",
        type: "shipping",
        line_item_ids: OF_ALL,
        destinations: [{ id: "home", ...address, ...ADDRESS }],
        selected_destination_id: "home",
        groups: [
          {
            id: "together",
            line_item_ids: OF_ALL,
            options: [
              {
                id: "van",
                title: "Parcel",
                description,
                totals: [
                  { type: "subtotal", amount: 1600 },
                  { type: "tax", amount: 300 },
                  { type: "total", amount: 1900 },
                ],
              },
              { id: "bicycle", title: "DeliveryWorker", totals: [{ type: "total", amount: 3500 }] },
            ],
            selected_option_id: "van",
          },
        ],
      },
    ],
  }
}

const collection = (version: Version) => ({
  methods: [
    {
      id: "counter",
      type: "pickup",
      line_item_ids: OF_ALL,
      destinations: [
        { id: "old_town", ...OWN[version].location, name: "Fern & Kettle, Old Town", address: ADDRESS },
      ],
      selected_destination_id: null,
      groups: [{ id: "bag", line_item_ids: OF_ALL, options: [], selected_option_id: null }],
    },
  ],
})

const PAYMENT = {
  instruments: [
    {
      id: "visa_1881",
      handler_id: "card",
      type: "card",
      selected: true,
      display: {
        brand: "visa",
        last_digits: "1881",
        expiry_month: 7,
        expiry_year: 2029,
        description: "Visa that ends in 1881",
        card_art: `${SHOP}/pictures/visa.svg`,
      },
      billing_address: ADDRESS,
    },
  ],
}

const started = (version: Version) => ({
  ucp: {
    ...used(version, "checkout", "fulfillment", "discount", "buyer_consent"),
    payment_handlers: {
      "example.fern.card": [
        {
          id: "card",
          version: "2026-02-01",
          available_instruments: [{ type: "card", constraints: ONLY_VISA[version] }],
          config: { environment: "test" },
        },
      ],
    },
  },
  id: "chk_01KETTLE",
  currency: "RON",
  line_items: LINES,
  totals: TOTALS,
  links: LINKS,
  expires_at: "2026-12-24T18:00:00Z",
})

/** With everything that a customer must provide. */
const filled = (version: Version) => ({
  ...started(version),
  buyer: { ...SHOPPER, consent: OWN[version].consent },
  fulfillment: parcel(version),
  discounts: DISCOUNTS,
  payment: PAYMENT,
  messages: [NO_SUCH_CODE],
})

const continue_url = `${SHOP}/checkouts/01KETTLE`

const inProgress = (version: Version) => {
  const { ucp, ...checkout } = filled(version)
  const { actions, authentication } = OWN[version]
  return {
    ucp: { ...ucp, capabilities: { ...ucp.capabilities, ...authentication } },
    ...checkout,
    ...actions,
    status: "complete_in_progress",
    continue_url,
  }
}

export const checkout = (version: Version) => ({
  incomplete: {
    ...started(version),
    status: "incomplete",
    continue_url,
    fulfillment: collection(version),
    payment: { instruments: [] },
    messages: [
      {
        type: "error",
        code: "missing",
        content: "Where should we write to?",
        severity: "recoverable",
        path: "$.buyer.email",
      },
    ],
  },
  escalated: {
    ...filled(version),
    status: "requires_escalation",
    continue_url: `${SHOP}/pay/attempt_1`,
    messages: [
      NO_SUCH_CODE,
      {
        type: "error",
        code: "requires_3ds",
        content: "The bank wants to hear from you.",
        severity: "requires_buyer_input",
      },
    ],
  },
  ready: { ...filled(version), status: "ready_for_complete", continue_url },
  inProgress: inProgress(version),
  completed: {
    ...filled(version),
    status: "completed",
    order: { id: "318", label: "No. 318", permalink_url: `${SHOP}/orders/318` },
  },
  canceled: { ...started(version), status: "canceled" },
})

const DECLINED = "The card's bank says there is not enough money."

/** The same at HTTP 402: readers of errors find the reason, and readers of checkouts find the checkout. */
export const declined = (version: Version) => ({
  atOnce: {
    ...filled(version),
    status: "ready_for_complete",
    continue_url,
    code: "payment_failed",
    message: DECLINED,
    content: DECLINED,
    detail: DECLINED,
    data: { status: 402, decline_code: "insufficient_funds" },
    messages: [
      NO_SUCH_CODE,
      {
        type: "error",
        code: "payment_failed",
        content: DECLINED,
        severity: "recoverable",
        path: "$.payment",
      },
    ],
  },
})
