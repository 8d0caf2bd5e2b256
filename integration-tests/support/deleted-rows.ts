import { sql } from "./database"

/** How many rows each statement deleted from a table while `action` ran, in order, without those that deleted none. */
export async function deletedFrom(table: string, action: () => Promise<unknown>): Promise<number[]> {
  await sql("create table test_deleted (id serial, rows integer not null)")
  await sql(`
    create function test_note_deleted() returns trigger language plpgsql as $$ begin
      insert into test_deleted (rows) select count(*) from gone having count(*) > 0;
      return null;
    end $$`)
  await sql(`
    create trigger test_deleted after delete on ${table} referencing old table as gone
      for each statement execute function test_note_deleted()`)
  try {
    await action()
    return (await sql<{ rows: number }>("select rows from test_deleted order by id")).map(({ rows }) => rows)
  } finally {
    await sql(`drop trigger test_deleted on ${table}`)
    await sql("drop function test_note_deleted")
    await sql("drop table test_deleted")
  }
}
