import type en from "../en/stopped"
import type { Translation } from "../translation"

export default {
  title: "Toți agenții sunt opriți",
  about: "Magazinul respinge fiecare apel al fiecărui agent. Plățile în curs se decontează în continuare.",
  settings: "Setări",
  resume: "Permite din nou accesul agenților",
  resumed: "Agenții pot apela din nou",
} satisfies Translation<typeof en>
