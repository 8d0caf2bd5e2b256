import { randomUUID } from "node:crypto"
import { renameSync, writeFileSync } from "node:fs"

/** Writes a file in one step: readers see the old file or the new one, never a part of it. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const partial = `${path}.${randomUUID()}`
  writeFileSync(partial, content)
  renameSync(partial, path)
}
