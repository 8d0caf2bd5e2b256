/** A column definition: a type, optionally `not null` and a default. */
const COLUMN = /^(?<type>.+?)(?<required> not null)?(?: default (?<value>.+))?$/is
const TYPE = /^[a-z]\w*( [a-z]\w*)*( ?\([\d, ]+\))?(\[\])?$/i
const NOT_A_TYPE = /\b(check|references|unique|primary|constraint|generated|default|null|\w*serial)\b/i
const CONSTANT = /^(null|true|false|-?\d+(\.\d+)?|now\(\)|'[^']*'(::[\w ]+)?)$/i

/** Throws unless a column with this definition can be added without reading or writing existing rows. */
export function assertAddable(definition: string): void {
  const { type = "", required, value } = COLUMN.exec(definition)?.groups ?? {}
  if (!TYPE.test(type) || NOT_A_TYPE.test(type))
    throw refusal(
      definition,
      "a new column is a type and a default; use addConstraint and createIndex for more"
    )
  // PostgreSQL stores a constant default once, but writes any other default to each row while it locks the table.
  if (value !== undefined && !CONSTANT.test(value))
    throw refusal(definition, "the default must be a constant; use backfill for anything else")
  if (required && value === undefined)
    throw refusal(definition, "existing rows would have no value; use backfill and setNotNull")
}

/** Throws unless PostgreSQL can add the constraint first and validate existing rows later. */
export function assertValidatable(definition: string): void {
  if (!/^(check|foreign key)\s*\(/i.test(definition))
    throw refusal(
      definition,
      "only checks and foreign keys are validated later; use createIndex with `unique`"
    )
  if (/\bnot valid\b/i.test(definition)) throw refusal(definition, "addConstraint adds `not valid` itself")
}

const HARMLESS = [
  /^create table if not exists /,
  /^create or replace (function|trigger) /,
  /^create extension if not exists \w+$/,
  /^drop (table|function|trigger) if exists /,
  /^insert into \w+ (\([^()]*\) )?(values|default values) ?.*on conflict do nothing$/,
]

/**
 * Throws unless the statement creates, replaces or drops functions, triggers or whole tables, creates an extension, or
 * inserts a few rows.
 */
export function assertHarmless(sql: string): void {
  const bare = sql
    .replace(/\$\$.*?\$\$/gs, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
  if (bare.includes(";")) throw refusal(sql, "one statement at a time")
  if (!HARMLESS.some((form) => form.test(bare)))
    throw refusal(sql, "use the method of LiveChanges that makes this change beside live traffic")
}

function refusal(what: string, why: string): Error {
  return new Error(`A migration on a live store must not run "${what.trim().slice(0, 100)}": ${why}.`)
}
