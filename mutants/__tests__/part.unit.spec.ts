import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Mutant } from "../mutant"
import { MUTANTS } from "../mutants"
import { readOptions } from "../options"
import { partOf, readPart } from "../part"

const root = join(__dirname, "../..")

describe("the parts of a list", () => {
  it("contain every entry once, in order, and differ in length by at most one", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), (values, of) => {
        const entries = values.map((value, index) => ({ value, index }))
        const parts = Array.from({ length: of }, (_, index) => partOf(entries, { number: index + 1, of }))
        expect(parts.flat().sort((a, b) => a.index - b.index)).toEqual(entries)
        for (const part of parts) expect(part).toEqual([...part].sort((a, b) => a.index - b.index))
        const lengths = parts.map(({ length }) => length)
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
      })
    )
  })

  it("are read from a number and a count", () => {
    expect(readPart("2/4")).toEqual({ number: 2, of: 4 })
    for (const wrong of ["", "4", "0/4", "5/4", "1/0", "-1/4", "1/4/2", "a/b", "1.5/4"])
      expect(() => readPart(wrong)).toThrow(`(got ${wrong})`)
  })
})

describe("the planted faults", () => {
  it("have unique names, and change the text they find", () => {
    const names = MUTANTS.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    for (const { find, replace } of MUTANTS) expect(replace).not.toBe(find)
  })

  it("find their text exactly once", () => {
    const occurrences = ({ file, find }: Mutant) =>
      readFileSync(join(root, file), "utf8").split(find).length - 1
    expect(MUTANTS.filter((mutant) => occurrences(mutant) !== 1)).toEqual([])
  })

  it("are all planted by all parts together, and individually by name", () => {
    const parts = ["1/3", "2/3", "3/3"].flatMap((part) => [...readOptions(["--part", part]).mutants])
    expect(parts.map(({ name }) => name).sort()).toEqual(MUTANTS.map(({ name }) => name).sort())
    expect(readOptions([]).mutants).toEqual(MUTANTS)
    const [first, , third] = MUTANTS.map(({ name }) => name)
    const named = readOptions([String(first), String(third)]).mutants
    expect(named.map(({ name }) => name)).toEqual([first, third])
    expect(() => readOptions(["no-such-fault"])).toThrow('There is no fault named "no-such-fault"')
  })
})
