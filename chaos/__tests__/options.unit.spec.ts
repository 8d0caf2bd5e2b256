import { describe, expect, it } from "vitest"
import { CHECKS } from "../audit/checks"
import { CHECKS_LEFT_OUT } from "../audit/left-out"
import { OVERALL } from "../audit/overall"
import { BANKS } from "../banks"
import { readOptions, USAGE } from "../options"

describe("readOptions of npm run chaos", () => {
  it("selects the bank, and GWB/1 without the option", () => {
    expect(readOptions([]).effort.bank).toBe("gwb")
    expect(readOptions(["--bank", "redsys"]).effort).toMatchObject({ bank: "redsys", payments: 100 })
  })

  it.each([
    [["--bank", "netopia"], '--bank must be gwb or redsys (got "netopia").'],
    [["--bank", ""], '--bank must be gwb or redsys (got "").'],
    [["--payments", "-1"], "--payments"],
    [["--payments=many"], '--payments must be a whole number (got "many").'],
  ])("rejects %j", (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })

  it("describes every option in --help", () => {
    for (const flag of ["bank", "payments", "seed", "workers", "kills", "freezes", "servers", "timeout"])
      expect(USAGE).toContain(`--${flag} N`)
  })
})

const LISTS = ["openings", "shoppers", "while_open", "afterwards", "faults"] as const
const namesIn = (bank: keyof typeof BANKS) =>
  LISTS.flatMap((list) => BANKS[bank][list].map(({ name }) => name))

describe("a run at Redsys", () => {
  const [names, { left_out }] = [namesIn("redsys"), BANKS.redsys]

  it("has each part of a run at GWB/1, or names it as left out", () => {
    expect(namesIn("gwb").filter((name) => !names.includes(name) && !(name in left_out))).toEqual([])
  })

  it("does nothing that it names as left out, and names nothing that does not exist", () => {
    expect(names.filter((name) => name in left_out)).toEqual([])
    const known = [...namesIn("gwb"), "new key"]
    expect(Object.keys(left_out).filter((name) => !known.includes(name))).toEqual([])
  })

  it("leaves out only checks that exist", () => {
    const checks = [...CHECKS, ...OVERALL].map(({ name }) => name)
    expect(checks).toEqual(expect.arrayContaining(Object.keys(CHECKS_LEFT_OUT.redsys)))
  })
})
