/**
 * Compares the JSON reports of two test runs: `node .ci/compare-titles.mjs before.json after.json`. Prints the titles and
 * requirement ids that only one of them contains; exits with 1 if the second one lacks any.
 */
import { readFileSync } from "node:fs"

const [before, after] = process.argv.slice(2, 4).map(titlesIn)
const missing = differenceOf(before, after)
const added = differenceOf(after, before)
const lost = differenceOf(idsIn(before), idsIn(after))

for (const title of missing) console.log(`missing: ${title}`)
for (const title of added) console.log(`new: ${title}`)
for (const id of lost) console.log(`requirement without a test: ${id}`)
console.log(
  `${before.length} tests before, ${after.length} after; ${missing.length} missing, ${added.length} new, ` +
    `${lost.length} requirements lost`
)
if (missing.length || lost.length) process.exitCode = 1

/** Titles with the name of their file, without its folder, which may change. Several tests may have the same title. */
function titlesIn(path) {
  const { testResults } = JSON.parse(readFileSync(path, "utf8"))
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName }) => `${name.split("/").at(-1)}: ${fullName}`)
  )
}

function idsIn(titles) {
  return [...new Set(titles.flatMap((title) => title.match(/\b[A-Z0-9]{2,5}-\d{2,3}\b/g) ?? []))]
}

/** The items that the first list contains more often than the second. */
function differenceOf(some, others) {
  const left = new Map()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return some.filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count <= 0
  })
}
