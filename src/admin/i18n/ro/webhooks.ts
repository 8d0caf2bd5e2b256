import type en from "../en/webhooks"
import type { Translation } from "../translation"

export default {
  menu: "Webhookuri",
  title: "Webhookuri",
} satisfies Translation<typeof en>
