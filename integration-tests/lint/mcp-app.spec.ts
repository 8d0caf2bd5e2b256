import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { SCRIPT_FILE, scriptFile } from "../../.ci/bundle-mcp-app"

it("the bundle of src/mcp-app is up to date (npm run mcp-app) [MCP-61]", async () => {
  const written = readFileSync(SCRIPT_FILE, "utf8")
  expect(written === (await scriptFile())).toBe(true)
  expect(written).not.toMatch(/<\/script|innerHTML|insertAdjacentHTML|document\.write|\beval\b|fetch\(/)
})
