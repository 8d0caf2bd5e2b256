import type en from "../en/common"
import type { Translation } from "../translation"

export default {
  menu: "Agentic Commerce",
  failed: "Nu a reușit",
  retry: "Încearcă din nou",
  cannot_load: "Acum nu se poate afișa",
  may_be_old: "Nu s-a putut citi din nou și este posibil să se fi schimbat",
  more: "Arată mai mult",
  loading: "Se încarcă",
  save: "Salvează",
  saved: "Salvat",
  cancel: "Renunță",
  close: "Închide",
  none: "Niciunul",
  never: "Niciodată",
  copy: "Copiază",
  secret_once: "Se afișează doar acum. Păstrează-l într-un loc sigur.",
  unsaved: "Încă nesalvat",
  all: "Toate",
  details: "Detalii",
  actions: "Acțiuni",
  from: "De la",
  to: "Până la",
  no_time: "Aceasta nu este o dată.",
} satisfies Translation<typeof en>
