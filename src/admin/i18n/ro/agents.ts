import type en from "../en/agents"
import type { Translation } from "../translation"

export default {
  menu: "Agenți",
  title: "Agenți",
} satisfies Translation<typeof en>
