import type en from "../en/unpaid"
import type { Translation } from "../translation"

export default {
  title: "Comenzi neplătite ale agenților",
  about:
    "Comanda unui agent rezervă stocul înainte ca clientul să plătească. Aceste limite împiedică agenții să blocheze stocul fără să plătească. Aprobă un agent pe pagina lui pentru ca la comenzile lui să se aplice durata mai lungă.",
  client_orders: "Comenzi neplătite per agent",
  client_units: "Bucăți în ele per agent",
  customer_orders: "Comenzi neplătite per client",
  customer_units: "Bucăți în ele per client",
  address_orders: "Comenzi neplătite per adresă de rețea",
  address_units: "Bucăți în ele per adresă de rețea",
  product_share: "Procent din stocul unui produs în comenzi neplătite",
  storefront_share: "Procent din stoc păstrat pentru magazinul tău",
  hold_minutes: "Minute pentru plată",
  unverified_hold_minutes: "Minute pentru plată, la agenți fără aprobare și fără cont de client",
  bounds: "între {{least}} și {{most}}",
} satisfies Translation<typeof en>
