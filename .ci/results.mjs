import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

/** The reports of vitest's JSON reporter in a folder, with their file names. */
export function readReports(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"))
  return names.map((name) => ({ name, ...JSON.parse(readFileSync(join(folder, name), "utf8")) }))
}

/** The completed steps, in the order in which they ended. `outcome` is `passed` or `failed`. */
export function readSteps(folder) {
  const file = join(folder, "steps")
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
  return lines.map((line) => {
    const [outcome, seconds, ...name] = line.split(" ")
    return { outcome, seconds: Number(seconds), name: name.join(" ") }
  })
}

/** The names of the tests that were collected but neither passed nor failed. */
export function skippedIn({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed")
  return skipped.map(({ fullName, status }) => `${fullName} (${status})`)
}

/** Enough for a counterexample or two values that differ, and short enough for a run in which everything fails. */
const LONGEST = 4000

/** The failures: each test with its file, name and messages, and each file that did not run. */
export function failedIn({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const tests = assertionResults.filter((test) => test.status === "failed")
    if (!tests.length && status === "failed") return [`${file}: ${bounded(message)}`]
    return tests.map((test) => `${file}: ${test.fullName}: ${bounded(test.failureMessages.join("\n"))}`)
  })
}

function bounded(message) {
  if (message.length <= LONGEST) return message
  return `${message.slice(0, LONGEST)} … (${message.length - LONGEST} more characters)`
}
