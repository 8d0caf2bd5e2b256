import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { format, resolveConfig } from "prettier"
import { cover, faultsIn } from "./coverage/compare"
import { report } from "./coverage/report"
import { readRules, writeFiles } from "./coverage/rules"
import { claimsBelow } from "./coverage/spec-files"

const ROOT = join(__dirname, "..")
const LIST = join(__dirname, "requirements.md")

const USAGE = `Usage: npm run coverage:spec [-- --write]

Compares docs/requirements.md with the tests: a test proves a rule by ending its title, or its group's, with the
rule's id in square brackets, as in "refuses a token of the other surface [AUTH-05]".

  --write   put the files found into the last column of the list
  --help    this text

Exits with 1 when a built rule has no test, a test names an unknown rule, or the list's last column is out of date.
`

/** `npm run coverage:spec`. See USAGE. */
async function main() {
  const options = { write: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const
  const { values } = parseArgs({ options })
  if (values.help) return console.log(USAGE)
  if (values.write) await writeList()
  const claims = claimsBelow(ROOT)
  const covered = cover(readRules(readFileSync(LIST, "utf8")), claims)
  const faults = faultsIn(covered, claims)
  console.log([report(covered), ...faults].join("\n"))
  process.exitCode = faults.length ? 1 : 0
}

async function writeList() {
  const list = readFileSync(LIST, "utf8")
  const found = new Map(cover(readRules(list), claimsBelow(ROOT)).map((rule) => [rule.id, rule.found]))
  const written = writeFiles(list, (id) => found.get(id) ?? [])
  writeFileSync(LIST, await format(written, { ...(await resolveConfig(LIST)), parser: "markdown" }))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
