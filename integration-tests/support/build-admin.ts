import { build } from "@medusajs/admin-bundler"
import { join } from "node:path"
import { REPO_ROOT } from "../../demo/paths"

const OURS = join(REPO_ROOT, "src/admin")

/**
 * A program that builds Medusa's admin with this plugin's pages into the given folder, without minifying. It
 * works in the current folder, and `NODE_ENV` selects the build of React. The plugin's modules get a file of
 * their own, whose name appears in React's warnings.
 */
async function main(outDir: string): Promise<void> {
  const manualChunks = (id: string) => (id.startsWith(OURS) ? "src/admin/plugin" : undefined)
  const output = { manualChunks, onlyExplicitManualChunks: true, chunkFileNames: "assets/[name]-[hash].js" }
  await build({
    sources: [OURS],
    plugins: [],
    path: "/app",
    backendUrl: "/",
    outDir,
    vite: () => ({ build: { minify: false, reportCompressedSize: false, rollupOptions: { output } } }),
  })
}

main(String(process.argv[2])).catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
