/** A statement that writes a row once more, with some of its columns changed. */
export function copyRow(table: string, where: string, changes: object): string {
  const values = JSON.stringify(changes).replaceAll("'", "''")
  return `insert into "${table}" select (jsonb_populate_record(r, '${values}'::jsonb)).* from "${table}" r where ${where} limit 1`
}
