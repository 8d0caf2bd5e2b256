import type en from "../en/differences"
import type { Translation } from "../translation"

export default {
  amount: "Sumele diferă: magazinul așteaptă {{expected_amount}}, banca a raportat {{reported_amount}}.",
  currency: "Monedele diferă: magazinul așteaptă {{expected_amount}}, banca a raportat {{reported_amount}}.",
  amounts:
    "Sumele nu se potrivesc. Magazinul a înregistrat {{expected_captured}} încasat și {{expected_refunded}} rambursat din {{expected_amount}}. Banca a raportat {{reported_captured}} încasat și {{reported_refunded}} rambursat din {{reported_amount}}.",
  status:
    "Stările plății de {{expected_amount}} diferă: „{{expected_status}}” în magazin, „{{reported_status}}” la bancă.",
  intent:
    "Banca folosește pentru plata de {{expected_amount}} alt mod de încasare decât cel cerut de magazin.",
  bank_payment_id:
    "Banca a raportat {{reported_amount}} pentru aceeași referință sub alt ID. Magazinul așteaptă {{expected_amount}}.",
} satisfies Translation<typeof en>
