import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The reports vitest's json reporter left in a folder, by file name. */
export function readReports(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"))
  return names.map((name) => ({ name, ...JSON.parse(readFileSync(join(folder, name), "utf8")) }))
}

/** The outcomes `passed` and `failed` of the steps so far. */
export function readSteps(folder) {
  const file = join(folder, "steps")
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
  return lines.map((line) => line.split(" ")[0])
}

/** The names of the tests that were collected but neither passed nor failed. */
export function skippedIn({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed")
  return skipped.map(({ fullName, status }) => `${fullName} (${status})`)
}
