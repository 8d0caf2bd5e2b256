import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const DOCS = join(__dirname, "../../docs")
const TITLE = "## A tour with curl"

/** The shell blocks of the tour of a page in `docs`, in order, without the one that starts the store. */
export function tourOf(page: string): string[] {
  const text = readFileSync(join(DOCS, page), "utf8")
  const [, after = ""] = text.split(`\n${TITLE}\n`)
  const [tour = ""] = after.split(/\n## /)
  const blocks = [...tour.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = ""]) => commands)
  return blocks.filter((commands) => !commands.startsWith("npm run demo"))
}

/** What a tour has printed, block by block. */
export type Printed = readonly string[]

/** The store in which a tour is followed. */
export interface TourStore {
  readonly base_url: string
  /** Allows the access at this address in a browser, and returns the redirect that follows. */
  consent(address: URL): Promise<URL>
}

/**
 * Runs the blocks of a tour in one shell, as a reader does who copies them. Where the tour asks for it, a person consents in
 * their browser. Throws when a command fails.
 */
export async function follow(blocks: readonly string[], store: TourStore): Promise<Printed> {
  const shell = spawn("bash", ["-e", "-o", "pipefail"])
  const printed: string[] = []
  try {
    for (const block of blocks) {
      const commands = block
        .replaceAll("http://localhost:9000", store.base_url)
        .replace("gwc_…", block.includes("gwc_…") ? await codeFor(printed.at(-1) ?? "", store) : "")
      printed.push(await typed(shell, commands))
    }
    return printed
  } finally {
    shell.kill()
  }
}

/** The code in the redirect after a person has allowed the access at the printed address. */
async function codeFor(address: string, store: TourStore): Promise<string> {
  const redirect = await store.consent(new URL(address.trim()))
  return String(redirect.searchParams.get("code"))
}

/** Types commands into a shell and returns what they print. */
function typed(shell: ChildProcessWithoutNullStreams, commands: string): Promise<string> {
  const end = `end-${randomUUID()}`
  return new Promise((resolve, reject) => {
    let output = ""
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes(end)) return
      stop()
      resolve(output.slice(0, output.indexOf(end)))
    }
    const fail = () => {
      stop()
      reject(new Error(`the shell ended in:\n${commands}\n${output}`))
    }
    const stop = () => {
      for (const stream of [shell.stdout, shell.stderr]) stream.off("data", read)
      shell.off("exit", fail)
    }
    for (const stream of [shell.stdout, shell.stderr]) stream.on("data", read)
    shell.on("exit", fail)
    shell.stdin.write(`${commands}\necho ${end}\n`)
  })
}
