import { describe, expect, it } from "vitest"
import { CHECKS } from "../audit/checks"
import { CHECKS_LEFT_OUT } from "../audit/left-out"
import { OVERALL } from "../audit/overall"
import { MODES } from "../modes"
import { readOptions, USAGE } from "../options"

describe("readOptions of npm run chaos", () => {
  it("selects the bank, and GWB/1 without the option", () => {
    expect(readOptions([]).effort.mode).toBe("gwb")
    expect(readOptions(["--bank", "redsys"]).effort).toMatchObject({ mode: "redsys", payments: 100 })
  })

  it.each([
    [["--route", "page"], "page"],
    [["--route", "storefront"], "storefront"],
    [["--route", "bank"], "gwb"],
    [["--route", "bank", "--bank", "redsys"], "redsys"],
  ])("selects the route: %j", (args, mode) => {
    expect(readOptions(args).effort.mode).toBe(mode)
  })

  it.each([
    [["--bank", "netopia"], '--bank must be gwb or redsys (got "netopia").'],
    [["--bank", ""], '--bank must be gwb or redsys (got "").'],
    [["--bank", "page"], '--bank must be gwb or redsys (got "page").'],
    [["--bank", "storefront"], '--bank must be gwb or redsys (got "storefront").'],
    [["--route", "stripe"], '--route must be bank, page or storefront (got "stripe").'],
    [["--route", ""], '--route must be bank, page or storefront (got "").'],
    [["--route", "page", "--bank", "redsys"], "--bank cannot be combined with --route page"],
    [["--route", "storefront", "--bank", "gwb"], "--bank cannot be combined with --route storefront"],
    [["--payments", "-1"], "--payments"],
    [["--payments=many"], '--payments must be a whole number (got "many").'],
  ])("rejects %j", (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })

  it("describes every option in --help", () => {
    for (const flag of [
      "bank",
      "route",
      "payments",
      "seed",
      "workers",
      "kills",
      "freezes",
      "servers",
      "timeout",
    ])
      expect(USAGE).toContain(`--${flag} N`)
  })
})

const LISTS = ["openings", "shoppers", "while_open", "afterwards", "faults"] as const
type List = (typeof LISTS)[number]
type ModeName = keyof typeof MODES
const namesIn = (mode: ModeName, lists: readonly List[]) =>
  lists.flatMap((list) => MODES[mode][list].map(({ name }) => name))

/** The customers of the store's page and of the storefront, and the faults of Stripe, are different from those of a bank. */
const COMPARED: readonly [ModeName, readonly List[]][] = [
  ["redsys", LISTS],
  ["page", ["openings", "while_open", "afterwards"]],
  ["storefront", ["openings", "while_open", "afterwards"]],
]

describe.each(COMPARED)("a run with %s", (mode, lists) => {
  const [names, { left_out }] = [namesIn(mode, lists), MODES[mode]]

  it("has each part of a run at GWB/1, or names it as left out", () => {
    expect(namesIn("gwb", lists).filter((name) => !names.includes(name) && !(name in left_out))).toEqual([])
  })

  it("does nothing that it names as left out, and names nothing that does not exist", () => {
    expect(names.filter((name) => name in left_out)).toEqual([])
    const known = [...namesIn("gwb", lists), "new key"]
    expect(Object.keys(left_out).filter((name) => !known.includes(name))).toEqual([])
  })

  it("leaves out only checks that exist", () => {
    const checks = [...CHECKS, ...OVERALL].map(({ name }) => name)
    expect(checks).toEqual(expect.arrayContaining(Object.keys(CHECKS_LEFT_OUT[mode])))
  })
})
