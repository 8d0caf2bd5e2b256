import type en from "../en/payments"
import type { Translation } from "../translation"

export default {
  menu: "Plăți",
  title: "Plăți",
} satisfies Translation<typeof en>
