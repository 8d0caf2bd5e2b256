import { createHash } from "node:crypto"
import { existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { DemoFailure, errorLine } from "../failure"
import { serverAccount } from "./account"

/**
 * The folder a cluster really lives in: `dir` itself, or a folder derived from it under the system's temporary folder
 * when we are root and `dir` is under a private home, where the unprivileged server account cannot go.
 */
export function clusterHome(dir: string): string {
  const wanted = realPath(resolve(dir))
  if (serverAccount().uid === undefined || isOpenToAll(dirname(wanted))) return wanted
  return join(tmpdir(), `gw-demo-${createHash("sha256").update(wanted).digest("hex").slice(0, 16)}`)
}

/** Creates the home. A folder somebody else put in our place is refused: its contents could not be trusted. */
export function openHome(dir: string): string {
  const home = clusterHome(dir)
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new DemoFailure(`Cannot create ${home} (${errorLine(error)}): choose another folder with --data.`)
  }
  const found = lstatSync(home)
  const isOurs = found.isDirectory() && (!process.getuid || found.uid === process.getuid())
  if (!isOurs) throw new DemoFailure(`${home} belongs to somebody else: choose another folder with --data.`)
  return home
}

/** Removes a stopped cluster with everything in it. */
export function removeHome(dir: string): void {
  rmSync(clusterHome(dir), { recursive: true, force: true })
}

/** The path without symbolic links, so that one folder has one spelling; what does not exist yet is kept as it is. */
function realPath(path: string): string {
  const parent = dirname(path)
  if (existsSync(path)) return realpathSync(path)
  return parent === path ? path : join(realPath(parent), basename(path))
}

/** Whether every user may pass through the folder and all its parents; a folder that does not exist yet is skipped. */
function isOpenToAll(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat && (stat.mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || isOpenToAll(parent)
}
