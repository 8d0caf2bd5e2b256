import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import fc from "fast-check"
import { afterEach, beforeEach, expect, it } from "vitest"
import { always } from "../support/malformed"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "results-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const FILE = resolve("src/a.spec.ts")

/** The printed sum of a run with one test that failed with these messages, and one that passed. */
function sumOf(...failureMessages: string[]): string {
  const failed = { status: "failed", fullName: "a card is saved", failureMessages }
  const passed = { status: "passed", fullName: "a card is deleted", failureMessages: [] }
  const file = { name: FILE, status: "failed", message: "", assertionResults: [failed, passed] }
  return print({ numPassedTests: 1, numFailedTests: 1, testResults: [file] })
}

function print(report: object): string {
  writeFileSync(join(folder, "tests.json"), JSON.stringify(report))
  return execFileSync(process.execPath, [".ci/sum-results.mjs", folder], { encoding: "utf8" })
}

it("prints each message of a failed test with all its lines, and nothing of a passed one", () => {
  const long = `expected ${"x".repeat(2000)} to equal y`
  const printed = sumOf(`${long}\nCounterexample: [1]`, "the second message")
  expect(printed).toContain(
    `failed test: src/a.spec.ts: a card is saved: ${long}\nCounterexample: [1]\nthe second message\n`
  )
  expect(printed).not.toContain("a card is deleted")
  expect(printed).toMatch(/\n1 passed, 1 failed\n$/)
})

it("prints at most 4,000 characters of a test's messages, and how many more there are", () => {
  expect(sumOf("x".repeat(4000))).toContain(`: ${"x".repeat(4000)}\n`)
  expect(sumOf("x".repeat(5000))).toContain(`: ${"x".repeat(4000)} … (1000 more characters)\n`)
})

it("prints the message of a file that did not run", () => {
  const file = { name: FILE, status: "failed", message: "Cannot find module b", assertionResults: [] }
  const printed = print({ numPassedTests: 0, numFailedTests: 0, testResults: [file] })
  expect(printed).toContain("failed test: src/a.spec.ts: Cannot find module b\n")
})

it("the message of a failed comparison contains both values whole", () => {
  const name = "a name of more than forty characters in a list"
  expect(() => expect({ list: [{ name }] }).toEqual({ list: [] })).toThrow(
    `expected { list: [ { name: '${name}' } ] } to deeply equal { list: [] }`
  )
})

it("the message of a failed property contains the seed, the path, the counterexample and its error", async () => {
  const failure = always(fc.constant(7), async (number) => expect(number).toBe(8))
  await expect(failure).rejects.toThrow(
    /seed: -?\d+, path: "0"[\s\S]*Counterexample: \[7\][\s\S]*expected 7 to be 8/
  )
})
