/**
 * `npm run mcp-app`: bundles `src/mcp-app`, which runs in a browser, into the constant that the store sends. The bundle is
 * part of the repository, so that the plugin needs no bundler and a reviewer sees what assistants receive.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { format, resolveConfig } from "prettier"

const ROOT = join(__dirname, "..")

/** The file that contains the bundle. */
export const SCRIPT_FILE = join(ROOT, "src/surfaces/ucp/mcp/app/script.ts")

/** The file's text by the code as it is now. */
export async function scriptFile(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "src/mcp-app/main.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    minifyWhitespace: true,
    minifySyntax: true,
  })
  const code = JSON.stringify(outputFiles[0]?.text.trim())
  const text = `/** Bundled from src/mcp-app by \`npm run mcp-app\`; do not edit it. */\nexport const SCRIPT = ${code}\n`
  return format(text, { ...(await resolveConfig(SCRIPT_FILE)), parser: "typescript" })
}

async function main(): Promise<void> {
  writeFileSync(SCRIPT_FILE, await scriptFile())
}

if (require.main === module)
  main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
