import type { Entry } from "../../api/payments"
import type { Text } from "../../i18n/use-text"

/** The title of a timeline entry. */
export function titleOf({ kind, code }: Entry, t: Text): string {
  if (kind === "message") return t("timeline.message", { type: code })
  if (kind === "webhook") return t("timeline.webhook", { type: code })
  if (kind === "task") return t("timeline.task", { state: t.of("states", code) })
  return t.of("timeline", `${kind}_${code}`)
}
