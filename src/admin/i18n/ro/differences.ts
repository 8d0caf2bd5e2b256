import type en from "../en/differences"
import type { Translation } from "../translation"

export default {
  amount: "Sumele diferă: magazinul așteaptă {{expected_amount}}, banca a raportat {{reported_amount}}.",
  currency: "Monedele diferă: magazinul așteaptă {{expected_amount}}, banca a raportat {{reported_amount}}.",
  amounts:
    "Sumele nu se potrivesc. Magazinul are {{expected_captured}} încasat și {{expected_refunded}} rambursat din {{expected_amount}}. Banca a raportat {{reported_captured}} încasat și {{reported_refunded}} rambursat din {{reported_amount}}.",
  status:
    "Stările diferă: în magazin, plata de {{expected_amount}} este „{{expected_status}}”, iar banca a raportat „{{reported_status}}”.",
  intent: "Banca încasează plata de {{expected_amount}} altfel decât a cerut magazinul.",
  bank_payment_id:
    "Banca a raportat {{reported_amount}} pentru aceeași referință sub alt id. Magazinul așteaptă {{expected_amount}}.",
} satisfies Translation<typeof en>
