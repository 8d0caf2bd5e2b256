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

/** The failures: each test with its file, name and the beginning of its message, and each file that did not run. */
export function failedIn({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const tests = assertionResults.filter((test) => test.status === "failed")
    if (!tests.length && status === "failed") return [`${file}: ${beginning(message)}`]
    return tests.map((test) => `${file}: ${test.fullName}: ${beginning(test.failureMessages[0])}`)
  })
}

function beginning(message = "") {
  return message.slice(0, 500)
}
