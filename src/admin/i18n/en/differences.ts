import type { Differing } from "../../../modules/bank/models/difference"

export default {
  amount: "The amounts differ: the store expects {{expected_amount}}, the bank reported {{reported_amount}}.",
  currency:
    "The currencies differ: the store expects {{expected_amount}}, the bank reported {{reported_amount}}.",
  amounts:
    "The amounts do not add up. The store has recorded {{expected_captured}} captured and {{expected_refunded}} refunded of {{expected_amount}}. The bank reported {{reported_captured}} captured and {{reported_refunded}} refunded of {{reported_amount}}.",
  status:
    "The statuses of the payment of {{expected_amount}} differ: {{expected_status}} in the store, {{reported_status}} at the bank.",
  intent:
    "The bank uses another capture method for the payment of {{expected_amount}} than the store requested.",
  bank_payment_id:
    "The bank reported {{reported_amount}} for the same reference under another ID. The store expects {{expected_amount}}.",
} satisfies Record<Differing, string>
