/** Groups rows by one of their columns. Rows without a value are in no group. */
export function groupBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null | undefined
): (key: string | null | undefined) => readonly Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key) groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return (key) => groups.get(key ?? "") ?? []
}
