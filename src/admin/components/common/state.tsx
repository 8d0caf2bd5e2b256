import { useText } from "../../i18n/use-text"
import { Badge, type Color } from "./badge"

const COLORS: Readonly<Record<Color, readonly string[]>> = {
  green: ["active", "approved", "completed", "delivered", "done", "passed"],
  red: ["failed", "dead", "revoked", "refused", "problem"],
  orange: ["failing", "pending", "waiting", "input-required", "todo"],
  blue: ["working", "submitted", "running"],
  grey: ["canceled", "expired", "disabled", "skipped"],
}

const colorOf = (state: string): Color =>
  (Object.keys(COLORS) as Color[]).find((color) => COLORS[color].includes(state)) ?? "grey"

/** A state from the server as colored text. For payments use `PaymentState`. */
export function State({ state }: { readonly state: string }) {
  const t = useText()
  return <Badge color={colorOf(state)}>{t.of("states", state)}</Badge>
}
