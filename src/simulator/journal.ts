import {
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"
import type { Fact } from "./records"
import { StartError } from "./start-error"

const SYNC_DELAY_MS = 50

/** The storage of facts. */
export interface Journal {
  /** Stores the facts together: after a crash either all of them are present or none. */
  append(facts: Fact[]): void
  clear(): void
  close(): void
}

/** A journal that stores nothing. */
export const memoryJournal: Journal = { append() {}, clear() {}, close() {} }

/** Opens and reads `journal.jsonl` in the data directory. A last line that a crash cut off is dropped. */
export function openJournal(dataDir: string): { journal: Journal; facts: Fact[] } {
  const file = join(dataDir, "journal.jsonl")
  const fd = openSync(file, "a+", 0o600)
  const { facts, length } = readLines(file)
  ftruncateSync(fd, length)
  return { journal: new FileJournal(fd), facts }
}

/** Writes one JSON line per call: handed to the kernel before `append` returns, and synced to disk shortly after. */
class FileJournal implements Journal {
  private syncing: NodeJS.Timeout | undefined

  constructor(private readonly fd: number) {}

  append(facts: Fact[]): void {
    const before = fstatSync(this.fd).size
    try {
      writeAll(this.fd, Buffer.from(JSON.stringify(facts) + "\n"))
    } catch (error) {
      // An incomplete line in the middle would make the rest of the file unreadable.
      ftruncateSync(this.fd, before)
      throw error
    }
    this.syncing ??= setTimeout(() => this.sync(), SYNC_DELAY_MS)
  }

  clear(): void {
    ftruncateSync(this.fd, 0)
    fsyncSync(this.fd)
  }

  close(): void {
    clearTimeout(this.syncing)
    fsyncSync(this.fd)
    closeSync(this.fd)
  }

  private sync(): void {
    this.syncing = undefined
    fsync(this.fd, (error) => {
      if (error && error.code !== "EBADF") console.error("journal:", error.message)
    })
  }
}

function writeAll(fd: number, data: Buffer): void {
  for (let written = 0; written < data.length;) written += writeSync(fd, data, written)
}

function readLines(file: string): { facts: Fact[]; length: number } {
  const bytes = readFileSync(file)
  const length = bytes.lastIndexOf("\n") + 1
  const lines = bytes.subarray(0, length).toString("utf8").split("\n").slice(0, -1)
  return { facts: lines.flatMap((line, index) => readLine(line, `${file}, line ${index + 1}`)), length }
}

function readLine(line: string, place: string): Fact[] {
  try {
    return JSON.parse(line) as Fact[]
  } catch {
    throw new StartError(`${place} is damaged; move the file away to start with an empty bank.`)
  }
}
