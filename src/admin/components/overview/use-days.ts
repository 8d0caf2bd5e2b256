import { useFilters } from "../filters/use-filters"

/** The selectable periods in days. */
export const PERIODS = ["7", "30", "90"] as const

/** The period of the overview in days, which the page's URL contains. */
export function useDays() {
  const { values, set } = useFilters(["days"])
  const days = PERIODS.find((one) => one === values.days) ?? "30"
  return { days, choose: (chosen: string) => set("days", chosen) }
}
