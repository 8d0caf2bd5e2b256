import type en from "../en/settings"
import type { Translation } from "../translation"

export default {
  menu: "Agentic Commerce",
  title: "Agentic Commerce",
  subtitle: "Ce pot face agenții în acest magazin",
  surfaces: "Suprafețe",
  surfaces_about:
    "Fiecare este un protocol prin care agenții ajung la magazin. Ambele sunt oprite până le pornești.",
  a2a_enabled: "Plăți prin agenți (A2A)",
  a2a_about: "Agenții creează, încasează și restituie plăți cu cardul și debitează carduri păstrate.",
  ucp_enabled: "Cumpărături prin agenți (UCP)",
  ucp_about: "Agenții caută în catalog, umplu coșuri și finalizează comenzi.",
  stop: "Oprește toți agenții",
  stop_about:
    "Cât timp este pornit, niciun agent nu intră, orice ar fi pornit mai jos. Are efect de la următorul apel.",
  stop_title: "Oprești toți agenții?",
  stop_sure: "De acum fiecare apel al oricărui agent este refuzat. Plățile în curs se finalizează totuși.",
  stopped: "Toți agenții sunt opriți",
} satisfies Translation<typeof en>
