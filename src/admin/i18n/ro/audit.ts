import type en from "../en/audit"
import type { Translation } from "../translation"

export default {
  menu: "Jurnal",
  title: "Jurnal",
} satisfies Translation<typeof en>
