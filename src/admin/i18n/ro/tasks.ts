import type en from "../en/tasks"
import type { Translation } from "../translation"

export default {
  menu: "Sarcini",
  title: "Sarcini",
} satisfies Translation<typeof en>
