import type en from "../en/spending"
import type { Translation } from "../translation"

export default {
  title: "Reguli de cheltuire",
} satisfies Translation<typeof en>
