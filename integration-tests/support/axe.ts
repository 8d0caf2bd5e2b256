import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Page } from "playwright-core"

const AXE = readFileSync(
  createRequire(join(process.cwd(), "package.json")).resolve("axe-core/axe.min.js"),
  "utf8"
)

/**
 * The ids of axe's serious and critical findings on a whole page of the gateway. The page's security policy allows scripts
 * only from the debugger.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const found = await page.evaluate("axe.run().then(({ violations }) => violations)")
  return (found as { id: string; impact: string }[])
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id }) => id)
}
