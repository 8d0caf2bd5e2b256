import { execFile } from "node:child_process"
import { createHash, randomUUID } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { REPO_ROOT } from "../../demo/paths"

const run = promisify(execFile)
const LISTED = join(__dirname, "node-22-tools")
const FILES = ["package.json", "package-lock.json"]

/** How a program ended. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * The command-line programs of other organizations that need Node.js 22, in the versions that `node-22-tools` pins. They
 * are not among the packages of the checkout, because a package with a Node.js binary would replace the one that runs
 * the tests.
 */
export class Node22Tools {
  /** The programs' home directory, where they may keep files. */
  private readonly home = mkdtempSync(join(tmpdir(), "node-22-tools-"))

  private constructor(private readonly folder: string) {}

  /** Installs the programs into the cache, unless they are there. */
  static async installed(): Promise<Node22Tools> {
    const lock = readFileSync(join(LISTED, "package-lock.json"))
    const digest = createHash("sha256").update(lock).digest("hex").slice(0, 20)
    const folder = join(REPO_ROOT, ".cache", "node-22-tools", digest)
    if (!existsSync(folder)) await install(folder)
    return new Node22Tools(folder)
  }

  /** Runs a program with these variables only, and returns its output also when it fails. */
  async run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    const binary = join(this.folder, "node_modules/.bin", program)
    const options = { env: { PATH: process.env.PATH, HOME: this.home, ...env }, cwd: this.home }
    try {
      return { code: 0, ...(await run(this.node(), [binary, ...args], options)) }
    } catch (error) {
      const { code, stdout = "", stderr = String(error) } = error as Partial<Ended>
      return { code: typeof code === "number" ? code : -1, stdout, stderr }
    }
  }

  /** A file that a program has written into its home directory. */
  file(name: string): string {
    return readFileSync(join(this.home, name), "utf8")
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }

  /** The Node.js of this process if it is new enough, otherwise the installed one. */
  private node(): string {
    if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath
    const { platform, arch } = process
    return createRequire(join(this.folder, "package.json")).resolve(`node-${platform}-${arch}/bin/node`)
  }
}

/** When several runs install at the same time, one copy remains. */
async function install(folder: string): Promise<void> {
  const draft = `${folder}.${randomUUID()}`
  mkdirSync(draft, { recursive: true })
  try {
    for (const file of FILES) copyFileSync(join(LISTED, file), join(draft, file))
    await run("npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], {
      cwd: draft,
    })
    if (!existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
