/** The lists that staff can export as a file. */
export type ExportedList = "payments" | "approvals" | "tasks" | "agents" | "webhooks" | "deliveries" | "audit"

/**
 * The name of an exported file, with its period: the days from `from` to `to`, or all until `to`. Days are such as
 * `2026-03-31`.
 */
export const exportFile = (list: ExportedList | "differences", from: string | null, to: string): string =>
  `${list}_${from ? `${from}_` : "until_"}${to}.csv`
