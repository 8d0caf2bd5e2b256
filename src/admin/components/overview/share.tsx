import { useText } from "../../i18n/use-text"

interface Props {
  readonly of: number
  readonly in: number
}

/** The share of a number in a whole, in percent. Nothing without a whole. */
export function Share({ of, in: whole }: Props) {
  const { language } = useText()
  if (!whole) return null
  const percent = new Intl.NumberFormat(language, { style: "percent" }).format(of / whole)
  return <span className="text-ui-fg-subtle">({percent})</span>
}
