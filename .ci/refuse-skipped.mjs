import { readReports, skippedIn } from "./results.mjs"

const reports = readReports(process.argv[2])
const skipped = reports.flatMap(skippedIn)
for (const name of skipped) console.error(`skipped: ${name}`)
for (const { name, numTotalTests } of reports) console.log(`${name}: ${numTotalTests} tests`)

// A run without tests has checked nothing.
const empty = reports.filter(({ numTotalTests }) => numTotalTests === 0)
for (const { name } of empty) console.error(`${name}: no tests`)
process.exitCode = skipped.length || empty.length || reports.length === 0 ? 1 : 0
