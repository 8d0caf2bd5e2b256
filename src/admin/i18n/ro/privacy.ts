import type en from "../en/privacy"
import type { Translation } from "../translation"

export default {
  title: "Date păstrate despre acest client pentru agenți",
} satisfies Translation<typeof en>
