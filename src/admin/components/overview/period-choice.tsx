import { useText } from "../../i18n/use-text"
import { Choice } from "../common/choice"
import { PERIODS, useDays } from "./use-days"

/** The period of all numbers on the overview. */
export function PeriodChoice() {
  const t = useText()
  const { days, choose } = useDays()
  return (
    <Choice
      aria-label={t("overview.period")}
      className="w-40"
      value={days}
      options={PERIODS.map((one) => [one, t("overview.days", { count: Number(one) })])}
      choose={choose}
    />
  )
}
