import { relative } from "node:path"

const SHOWN = 20

/** A vitest reporter that prints the slowest test files: seconds, number of tests, path. */
export default class SlowestFiles {
  onTestRunEnd(testModules) {
    const files = testModules.map((file) => {
      const { collectDuration, setupDuration, duration } = file.diagnostic()
      const seconds = (collectDuration + setupDuration + duration) / 1000
      const tests = [...file.children.allTests()].length
      return { seconds, tests, path: relative(process.cwd(), file.moduleId) }
    })
    if (files.length < 2) return
    const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN)
    console.log(`\nSlowest files (seconds, tests):`)
    for (const { seconds, tests, path } of slowest)
      console.log(`${seconds.toFixed(1).padStart(7)} ${String(tests).padStart(5)}  ${path}`)
  }
}
