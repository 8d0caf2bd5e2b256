import { createHash } from "node:crypto"
import { existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { DemoFailure, errorLine } from "../failure"
import { serverAccount } from "./account"

/**
 * The actual folder of a cluster: `dir` itself, or a folder derived from it below the system's temporary folder when
 * the caller is root and the unprivileged server account cannot enter `dir`.
 */
export function clusterHome(dir: string): string {
  const wanted = realPath(resolve(dir))
  if (serverAccount().uid === undefined || isOpenToAll(dirname(wanted))) return wanted
  return join(tmpdir(), `gw-demo-${createHash("sha256").update(wanted).digest("hex").slice(0, 16)}`)
}

/** Creates the folder. Refuses a folder of another user, whose content could not be trusted. */
export function openHome(dir: string): string {
  const home = clusterHome(dir)
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new DemoFailure(`Cannot create ${home} (${errorLine(error)}): choose another folder with --data.`)
  }
  const found = lstatSync(home)
  const isOurs = found.isDirectory() && (!process.getuid || found.uid === process.getuid())
  if (!isOurs) throw new DemoFailure(`${home} belongs to another user: choose another folder with --data.`)
  return home
}

/** Removes a stopped cluster with everything in it. */
export function removeHome(dir: string): void {
  rmSync(clusterHome(dir), { recursive: true, force: true })
}

/**
 * The path without symbolic links, so that each folder has one spelling. Parts that do not exist yet stay unchanged.
 */
function realPath(path: string): string {
  const parent = dirname(path)
  if (existsSync(path)) return realpathSync(path)
  return parent === path ? path : join(realPath(parent), basename(path))
}

/** Whether every user may enter the folder and all its parents. Folders that do not exist yet are skipped. */
function isOpenToAll(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat && (stat.mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || isOpenToAll(parent)
}
