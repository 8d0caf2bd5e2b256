import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { envText, writeEnvFile } from "../env-file"

describe("the env file", () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "gw-env-"))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it("is read by a shell as it was written [CNF-02]", () => {
    const file = join(folder, "suite.env")
    const value = 'it\'s a $VALUE `with` "quotes"'
    writeEnvFile(file, envText([["ODD", value]]))
    expect(execFileSync("sh", ["-c", '. "$0"; printf %s "$ODD"', file]).toString()).toBe(value)
  })

  it("can be read by its owner only, also when it replaces a file that others could read [CNF-02]", () => {
    const file = join(folder, "suite.env")
    writeFileSync(file, "old")
    chmodSync(file, 0o644)
    writeEnvFile(file, "NEW=1\n")
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["NEW=1\n", 0o600])
  })

  it("names the option when the file cannot be written [CNF-02]", () => {
    expect(() => writeEnvFile(join(folder, "none", "suite.env"), "")).toThrow(
      /^Cannot write .*: choose another file with --env\.$/
    )
  })
})
