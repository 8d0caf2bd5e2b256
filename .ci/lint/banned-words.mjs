/**
 * Refuses words that the project does not use, in names as in sentences, and British spellings: `npm run lint`.
 * CONTRIBUTING.md ("How we write") says which words to use instead. A name is split into its words first, so
 * `askedAt` and `asked_at` both contain "asked".
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

/** A word, or words in a row, with the replacement. */
const BANNED = {
  told: "reported, notified, shown",
  tells: "reports, notifies, shows",
  telling: "notification",
  tellings: "notifications",
  nobody: "the person or program, and what they do not do",
  somebody: "the person or program",
  whoever: "the person or program that",
  anybody: "the person or program",
  everybody: "the people or programs",
  someone: "the person or program",
  "no one": "the person or program, and what they do not do",
  owed: "pending, outstanding",
  complaint: "warning",
  wishes: "requested checkout",
  courier: "delivery worker",
  errands: "deliveries",
  takings: "revenue by client",
  knock: "admission request",
  patience: "wait timeout",
  "kept card": "saved card",
  "kept cards": "saved cards",
  "give back": "refund",
  "given back": "refunded",
  "gives back": "refunds",
  "standing order": "existing order",
  he: "they",
  his: "their",
  him: "them",
  himself: "themselves",
  authorise: "authorize",
  authorised: "authorized",
  authorisation: "authorization",
  cancelled: "canceled",
  cancelling: "canceling",
  behaviour: "behavior",
  colour: "color",
  misspelt: "misspelled",
  towards: "toward",
}

/** Wire formats and texts of other organizations keep their own words, and so does this list. */
const EXCEPT = [
  ".ci/lint/banned-words.mjs",
  "package-lock.json",
  "src/admin/i18n/ro/",
  "/languages/ro.ts",
  "src/mcp-app/host/methods.ts",
  "integration-tests/support/mcp-host/page.ts",
  "src/surfaces/ucp/mcp/app/script.ts",
  "integration-tests/support/ucp-schemas/examples/",
]
const CHECKED = /\.(md|mts|mjs|ts|tsx|yml|json)$/

const wordsOf = (line) => {
  const split = line.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
  return ` ${split
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim()} `
}

function findingsOf(path) {
  const [name, lines] = [wordsOf(path), readFileSync(path, "utf8").split("\n").map(wordsOf)]
  return Object.entries(BANNED).flatMap(([word, instead]) => [
    ...(name.includes(` ${word} `) ? [`${path}: the name contains "${word}" (${instead})`] : []),
    ...lines.flatMap((line, at) =>
      line.includes(` ${word} `) ? [`${path}:${at + 1}: "${word}" (${instead})`] : []
    ),
  ])
}

const paths = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path && existsSync(path))
const findings = paths
  .filter((path) => CHECKED.test(path) && !EXCEPT.some((part) => path.includes(part)))
  .flatMap(findingsOf)
for (const finding of findings) console.error(finding)
if (findings.length) {
  console.error(`\n${findings.length} banned words. CONTRIBUTING.md ("How we write") names the alternatives.`)
  process.exitCode = 1
}
