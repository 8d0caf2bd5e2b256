import type en from "../en/overview"
import type { Translation } from "../translation"

export default {
  menu: "Privire de ansamblu",
  title: "Agentic Commerce",
  subtitle: "Ce fac agenții în acest magazin",
} satisfies Translation<typeof en>
