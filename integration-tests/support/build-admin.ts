import { build } from "@medusajs/admin-bundler"
import { join } from "node:path"
import { REPO_ROOT } from "../../demo/paths"

const OURS = join(REPO_ROOT, "src/admin")

/**
 * A program: builds Medusa's admin with this plugin's pages into the folder it is given, without minifying. It works in the
 * current folder, and `NODE_ENV` decides which build of React it takes. This plugin's modules get a file of their own, by
 * which React names them in its warnings.
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
