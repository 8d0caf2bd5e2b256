import { join } from "node:path"
import { ESLint } from "eslint"
import { expect, it } from "vitest"

const root = join(__dirname, "../..")
const eslint = new ESLint({ cwd: root })

/** Whether the linter rejects a statement in a test. */
async function isRefused(statement: string): Promise<boolean> {
  const text = `export const x = async (table, turn, eventually) => { ${statement} }`
  const [result] = await eslint.lintText(text, { filePath: join(root, "integration-tests/http/x.spec.ts") })
  return (result?.messages ?? []).some(({ ruleId }) => ruleId === "no-restricted-syntax")
}

it.each([
  "await table.stopped(2, 1.5).catch(() => undefined)",
  "await table.contended().catch(() => null)",
  'await turn("clock", {}).catch(() => undefined)',
  'await untilBlockedAt("gw_payment").catch(() => undefined)',
  'await atOnce("gw_session", () => []).catch(() => undefined)',
])("a test may not swallow the failure of a wait or a fault: %s", async (statement) => {
  expect(await isRefused(statement)).toBe(true)
})

it.each(["await table.stopped(2)", 'await turn("clock", {})', "await eventually(table).catch(table.report)"])(
  "a test may wait and add details to a failure: %s",
  async (statement) => {
    expect(await isRefused(statement)).toBe(false)
  }
)
