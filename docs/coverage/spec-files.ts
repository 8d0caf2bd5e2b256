import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { type Claim, readClaims } from "./claims"

const FOLDERS = ["src", "integration-tests", "docs/__tests__", "docs/site"]

/** Everything the test files below `root` claim, by path. */
export function claimsBelow(root: string): Claim[] {
  const files = FOLDERS.flatMap((folder) => specFiles(join(root, folder))).sort()
  return files.flatMap((path) => {
    const file = relative(root, path).split(sep).join("/")
    return readClaims(file, readFileSync(path, "utf8"))
  })
}

function specFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".spec.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
}
