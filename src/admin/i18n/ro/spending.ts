import type en from "../en/spending"
import type { Translation } from "../translation"

export default {
  title: "Reguli de cheltuire",
  about: "Cât poate cheltui acest agent în fiecare monedă. Modificările se aplică de la următoarea plată.",
  own: "Reguli de cheltuire proprii",
  own_about: "Agentul are aceste reguli în locul regulilor implicite din Setări › Agentic Commerce.",
  default_title: "Reguli de cheltuire implicite",
  default_about:
    "Cât poate cheltui în fiecare monedă fiecare agent fără reguli proprii. Regulile proprii se stabilesc pe pagina agentului. Modificările se aplică de la următoarea plată.",
  no_rules: "Nu există reguli: se poate cheltui orice sumă acceptată de clienți.",
  rule: "Regula pentru {{currency}}",
  max_per_payment: "Maxim pe plată",
  max_per_payment_about: "Plățile mai mari sunt respinse",
  max_per_day: "Maxim în 24 de ore",
  max_per_day_about: "Toate plățile începute în ultimele 24 de ore",
  approval_above: "Aprobare peste",
  approval_above_about: "Plățile mai mari așteaptă aprobarea ta",
  no_limit: "Fără limită",
  only_these: "Doar aceste monede",
  only_these_about: "Plățile într-o monedă fără regulă sunt respinse.",
  not_a_currency: "Aceasta nu este o monedă.",
  twice: "Această monedă are deja o regulă.",
  not_an_amount: "Introdu o sumă, de exemplu 150 sau 150.50, sau lasă gol.",
  more_than_day: "Depășește maximul în 24 de ore.",
  approval_never_needed:
    "Trebuie să fie mai mic decât maximul pe plată; altfel, nicio plată nu necesită aprobare.",
} satisfies Translation<typeof en>
