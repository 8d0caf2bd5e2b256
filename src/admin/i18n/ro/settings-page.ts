import type en from "../en/settings-page"
import type { Translation } from "../translation"

export default {
  setup: "Configurare",
  channels: "Canale",
  access: "Acces",
  limits: "Limite",
  alerts: "Alerte",
  data: "Date",
  developer: "Dezvoltator",
  tabs: "Secțiunile setărilor",
  has_errors: "conține erori",
  changes: "Modificări nesalvate",
  unsaved_one: "{{count}} modificare nesalvată",
  unsaved_few: "{{count}} modificări nesalvate",
  unsaved_other: "{{count}} de modificări nesalvate",
  not_saved: "Nu s-a salvat nimic. Corectează câmpurile marcate.",
  discard: "Anulează modificările",
  leave_title: "Părăsești pagina fără să salvezi?",
  leave_about: "Modificările de pe această pagină nu sunt salvate. Se pierd dacă părăsești pagina.",
  leave: "Ieși fără să salvezi",
} satisfies Translation<typeof en>
