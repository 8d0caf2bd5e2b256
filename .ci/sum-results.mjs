import { failedIn, readReports, readSteps, skippedIn } from "./results.mjs"

const folder = process.argv[2]
const reports = readReports(folder)
const steps = readSteps(folder)
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const count = (outcome) => steps.filter((step) => step.outcome === outcome).length

console.log("Seconds of each step:")
for (const { outcome, seconds, name } of steps)
  console.log(`${String(seconds).padStart(7)}  ${name}${outcome === "failed" ? " FAILED" : ""}`)

const passed = sum(reports.map(({ numPassedTests }) => numPassedTests)) + count("passed")
const failed =
  sum(reports.map((report) => report.numFailedTests + skippedIn(report).length)) + count("failed")
for (const failure of reports.flatMap(failedIn)) console.log(`failed test: ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
