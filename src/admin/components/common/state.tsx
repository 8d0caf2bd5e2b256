import { StatusBadge } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"

type Color = "green" | "red" | "orange" | "blue" | "grey"

const COLORS: Readonly<Record<Color, readonly string[]>> = {
  green: ["active", "approved", "completed", "captured", "nothing_due", "delivered", "done", "passed"],
  red: ["failed", "declined", "dead", "revoked", "refused", "problem"],
  orange: [
    "failing",
    "pending",
    "waiting",
    "manual_review",
    "input-required",
    "requires_action",
    "unknown",
    "todo",
  ],
  blue: ["working", "processing", "authorized", "partially_captured", "submitted", "created", "running"],
  grey: ["canceled", "expired", "voided", "disabled", "skipped"],
}

const colorOf = (state: string): Color =>
  (Object.keys(COLORS) as Color[]).find((color) => COLORS[color].includes(state)) ?? "grey"

/** A state of the server's, in words and in a colour. */
export function State({ state }: { readonly state: string }) {
  const t = useText()
  return (
    <StatusBadge color={colorOf(state)} className="whitespace-nowrap">
      {t.of("states", state)}
    </StatusBadge>
  )
}
