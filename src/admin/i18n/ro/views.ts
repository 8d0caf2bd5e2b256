import type en from "../en/views"
import type { Translation } from "../translation"

export default {
  title: "Vizualizări salvate",
  save: "Salvează vizualizarea",
  save_title: "Salvezi această vizualizare?",
  save_about: "Filtrele și sortarea se salvează sub un nume. Doar tu îți vezi vizualizările.",
  name: "Numele vizualizării",
  replaces: "Înlocuiește vizualizarea ta cu acest nume",
  saved: "Vizualizarea a fost salvată",
  delete: "Șterge vizualizarea {{name}}",
  delete_title: "Ștergi vizualizarea {{name}}?",
  delete_about: "Lista rămâne așa cum este.",
  delete_action: "Șterge vizualizarea",
  deleted: "Vizualizarea a fost ștearsă",
} satisfies Translation<typeof en>
