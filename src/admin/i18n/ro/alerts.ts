import type en from "../en/alerts"
import type { Translation } from "../translation"

export default {
  title: "Necesită atenție",
} satisfies Translation<typeof en>
