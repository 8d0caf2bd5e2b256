/**
 * The name of an exported file, with its period: the days from `from` to `to`, or all until `to`. Days are such as
 * `2026-03-31`.
 */
export const exportFile = (
  list: "payments" | "audit" | "differences",
  from: string | null,
  to: string
): string => `${list}_${from ? `${from}_` : "until_"}${to}.csv`
