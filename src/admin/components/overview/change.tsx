import { Badge } from "@medusajs/ui"
import type { Compared } from "../../../domain/revenue-report"
import { useText } from "../../i18n/use-text"

interface Props {
  readonly of: Compared
  /** The number of the period before, formatted. */
  readonly before: string
  /** The number of days in each of the two periods. */
  readonly days: number
}

/** A growth above this is no useful percentage: the number of the period before says more. */
const MOST_GROWTH = 9.99

/** The number of the period before, and by how many percent it changed, unless that was 0 or is far less. */
export function Change({ of, before, days }: Props) {
  return (
    <div className="txt-small text-ui-fg-subtle flex flex-wrap items-center gap-x-2 gap-y-1">
      <Growth of={of} />
      <Before value={before} days={days} />
    </div>
  )
}

/** The number of the period before. */
export function Before({ value, days }: { readonly value: string; readonly days: number }) {
  const t = useText()
  return <span className="txt-small text-ui-fg-subtle">{t("overview.before", { value, count: days })}</span>
}

function Growth({ of: { now, before } }: Pick<Props, "of">) {
  const { language } = useText()
  const growth = before ? (now - before) / before : Infinity
  if (growth > MOST_GROWTH) return null
  const format = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero" })
  const color = now === before ? "grey" : now > before ? "green" : "red"
  return (
    <Badge size="2xsmall" color={color}>
      {format.format(growth)}
    </Badge>
  )
}
