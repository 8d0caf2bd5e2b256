import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { command, type Running, start } from "../../.ci/smoke/command"
import { REPO_ROOT } from "../../demo/paths"
import { eventually } from "./agent"
import type { World } from "./world"

const FOLDER = join(REPO_ROOT, "integration-tests/storefront")
const NEXT = join(FOLDER, "node_modules/next/dist/bin/next")
const PAGE = /^```tsx\n\/\/ (src\/app\/\S.*\.tsx)\n(.*?)^```$/ms

/**
 * Builds the storefront of the tests, a Next.js application with the conventions of Medusa's starter, with the page that
 * docs/providers.md shows for it. Installs its packages at the first time. Throws with the output when the page does not
 * compile.
 */
export async function buildStorefront(): Promise<void> {
  const env = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" }
  if (!existsSync(NEXT))
    await command("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], { cwd: FOLDER })
  writePage()
  await command(process.execPath, [NEXT, "build"], { cwd: FOLDER, env })
}

/** Writes the page of docs/providers.md, character by character, to the path that its first line names. */
function writePage(): void {
  const [, path, code] = PAGE.exec(readFileSync(join(REPO_ROOT, "docs/providers.md"), "utf8")) ?? []
  if (!path || !code) throw new Error("docs/providers.md has no page for the storefront")
  const file = join(FOLDER, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code)
}

/** Starts the storefront that was built, on a store, and waits until it answers. */
export async function startStorefront(port: number, { base_url, shop }: World): Promise<Running> {
  const env = {
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_ENV: "production",
    MEDUSA_BACKEND_URL: base_url,
    MEDUSA_PUBLISHABLE_KEY: shop.publishable_key,
  }
  const running = start(process.execPath, [NEXT, "start", "--port", String(port)], { cwd: FOLDER, env })
  const answered = eventually(() =>
    fetch(`http://localhost:${port}/de/checkout`).then(
      () => true,
      () => undefined
    )
  )
  try {
    await Promise.race([answered, running.ended])
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}
