import type en from "../en/limits"
import type { Translation } from "../translation"

export default {
  currency: "Monedă",
  currency_about: "Cod din trei litere, de exemplu EUR",
  not_a_currency: "Aceasta nu este o monedă.",
  twice: "Moneda este deja în listă. Modifică limitele acolo sau elimină una dintre cele două.",
  not_an_amount: "Introdu o sumă, de exemplu 150 sau 150.50. Nicio limită nu o poate depăși pe următoarea.",
  add: "Adaugă o monedă",
  remove: "Elimină {{currency}}",
} satisfies Translation<typeof en>
