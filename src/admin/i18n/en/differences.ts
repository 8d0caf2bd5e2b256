import type { Differing } from "../../../modules/bank/models/difference"

export default {
  amount: "The amounts differ: the store expects {{expected_amount}}, the bank reported {{reported_amount}}.",
  currency:
    "The currencies differ: the store expects {{expected_amount}}, the bank reported {{reported_amount}}.",
  amounts:
    "The amounts do not add up. The store knows {{expected_captured}} captured and {{expected_refunded}} refunded of {{expected_amount}}. The bank reported {{reported_captured}} captured and {{reported_refunded}} refunded of {{reported_amount}}.",
  status:
    "The statuses differ: the store knows the payment of {{expected_amount}} as {{expected_status}}, the bank reported {{reported_status}}.",
  intent: "The bank captures the payment of {{expected_amount}} in another way than the store requested.",
  bank_payment_id:
    "The bank reported {{reported_amount}} for the same reference under another id. The store expects {{expected_amount}}.",
} satisfies Record<Differing, string>
