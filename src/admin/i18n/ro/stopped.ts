import type en from "../en/stopped"
import type { Translation } from "../translation"

export default {
  title: "Toți agenții sunt opriți",
  about: "Magazinul refuză fiecare apel al oricărui agent. Plățile în curs se finalizează totuși.",
  settings: "Setări",
  resume: "Permite din nou agenții",
  resumed: "Agenții pot apela din nou",
} satisfies Translation<typeof en>
