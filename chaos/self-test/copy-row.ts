/** A statement that copies a row with some columns changed. Requires `COPY_ROW` in the same session. */
export function copyRow(table: string, where: string, changes: object): string {
  const quoted = [table, where, JSON.stringify(changes)].map((text) => `$plant$${text}$plant$`)
  return `select copied from pg_temp.copy_row(${quoted.join(", ")}) as copied where copied > 0`
}

/** Copies one row without the columns that the database generates, and returns how many rows were written. */
export const COPY_ROW = `
  create function pg_temp.copy_row(name text, condition text, changes text) returns bigint language plpgsql as $body$
  declare
    written bigint;
    names text;
  begin
    select string_agg(quote_ident(column_name), ', ') into names from information_schema.columns
     where table_schema = current_schema() and table_name = name and is_generated = 'NEVER';
    execute format(
      'insert into %I (%s) select %s from (select (jsonb_populate_record(r, %L::jsonb)).* from %I r where %s limit 1) as copy',
      name, names, names, changes, name, condition);
    get diagnostics written = row_count;
    return written;
  end $body$`
