import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import type { Account } from "./account"

/** What outlives the process: everything except events, planned failures and the list of calls. */
const tablesOf = ({ intents, refunds, customers, methods, tokens, granted, idempotency }: Account) => {
  const tables: Record<string, Map<string, unknown>> = {
    intents: intents.stored,
    refunds: refunds.stored,
    customers: customers.stored,
    methods: methods.stored,
    tokens: tokens.used,
    granted: granted.stored,
    answers: idempotency.stored,
  }
  return Object.entries(tables)
}

/** Fills an empty account with what an earlier process has written to the file, if there is one. */
export function readAccount(account: Account, file: string): void {
  if (!existsSync(file)) return
  const written = JSON.parse(readFileSync(file, "utf8")) as Record<string, [string, unknown][]>
  for (const [name, table] of tablesOf(account))
    for (const [id, row] of written[name] ?? []) table.set(id, row)
}

/** Written to another file and renamed, so that an interrupted process leaves no incomplete file. */
export function writeAccount(account: Account, file: string): void {
  const written = Object.fromEntries(tablesOf(account).map(([name, table]) => [name, [...table]]))
  writeFileSync(`${file}.new`, JSON.stringify(written), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
