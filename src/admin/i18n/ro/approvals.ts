import type en from "../en/approvals"
import type { Translation } from "../translation"

export default {
  menu: "Aprobări",
  title: "Aprobări",
} satisfies Translation<typeof en>
