import type en from "../en/refunds"
import type { Translation } from "../translation"

export default {
  title: "Rambursări cerute de agenți",
  about: "Ce se întâmplă când un agent cere o rambursare. Poți rambursa oricând o comandă chiar tu.",
  customer_clients: "Agenți autorizați de un client",
  customer_off: "Oprite",
  customer_off_about: "Cererile sunt respinse; clientul trebuie să te contacteze.",
  customer_approval: "Cu aprobarea ta",
  customer_approval_about: "Fiecare cerere așteaptă pe pagina Aprobări cel mult 7 zile.",
  customer_automatic: "Automate în limitele stabilite",
  customer_automatic_about: "Cererile peste limitele de mai jos sau în altă monedă așteaptă aprobarea ta.",
  staff_clients: "Agenți autorizați de tine",
  staff_off: "Oprite",
  staff_off_about: "Cererile sunt respinse.",
  staff_approval: "Cu aprobarea ta",
  staff_approval_about: "Fiecare cerere așteaptă pe pagina Aprobări cel mult 7 zile.",
  staff_immediate: "Imediat",
  staff_immediate_about: "Acești agenți rambursează imediat, fără limite.",
  after_fulfillment: "Automate după expediere",
  after_fulfillment_about:
    "Altfel, cererile pentru o comandă procesată, integral sau parțial, așteaptă aprobarea ta.",
  return_window: "Perioada de retur în zile",
  return_window_about:
    "De la {{fewest}} la {{most}}, de la ultima expediere. Cererile ulterioare așteaptă aprobarea ta.",
  manage_scope: "Agenții care administrează comenzi pot cere rambursări",
  manage_scope_about: "Altfel, un agent are nevoie de permisiunea separată de a rambursa comenzi.",
  limit: "Rambursări automate în {{currency}}",
  max_per_refund: "Maximum pe rambursare",
  max_per_client: "Maximum pe agent în 24 de ore",
  max_per_day: "Maximum pentru toți agenții în 24 de ore",
} satisfies Translation<typeof en>
