import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dictionaryIn } from "../structured-field"

const URL = "https://agent.example/profile.json"
const memberOf = (header: string, name = "profile") => dictionaryIn(header)?.get(name)?.value

describe("dictionaryIn [UCP-06]", () => {
  it.each([
    ["one member", `profile="${URL}"`],
    [
      "members before `profile`",
      `a, b=?0, c=tok/en:x, d=1.25;p, e=:YQ==:, f=("a" b;c=1 -3);g, profile="${URL}"`,
    ],
    ["a member after `profile`", `profile="${URL}",  other=1`],
    ["parameters", `profile="${URL}"; version="2026-04-08";x`],
    ["a duplicate name, of which the last counts", `profile="https://first.example", profile="${URL}"`],
    ["spaces around members", `  profile="${URL}" \t,\t a  `],
  ])("reads a header with %s", (_, header) => {
    expect(memberOf(header)).toBe(URL)
  })

  it("reads parameters, escapes and members without a value", () => {
    const members = dictionaryIn(String.raw`a="x\"y\\z";version="2026-04-08";flag, b, c=()`)
    expect(members?.get("a")).toEqual({
      value: String.raw`x"y\z`,
      parameters: new Map<string, unknown>([
        ["version", "2026-04-08"],
        ["flag", true],
      ]),
      text: String.raw`"x\"y\\z";version="2026-04-08";flag`,
    })
    expect([members?.get("b")?.value, members?.get("c")?.value]).toEqual([true, undefined])
  })

  it("reads inner lists with their items, numbers and bytes", () => {
    const list = dictionaryIn('a=("x";req  tok 7);created=1795170600')?.get("a")
    expect(list?.value).toBeUndefined()
    expect(list?.items?.map(({ value }) => value)).toEqual(["x", "tok", 7])
    expect(list?.items?.[0]?.parameters).toEqual(new Map([["req", true]]))
    expect(list?.parameters).toEqual(new Map([["created", 1795170600]]))
    expect(memberOf("a=:aGk=:", "a")).toEqual(Buffer.from("hi"))
    expect([memberOf("a=-1.50", "a"), memberOf("a=()", "a")]).toEqual([-1.5, undefined])
  })

  it.each([
    ['( "x"  "y";b ); created=007;a=?1', '("x" "y";b);created=7;a'],
    ["tok;a=1;b=2;a=?0", "tok;a=?0;b=2"],
    ["1.50;z=2.0;n=-0.5", "1.5;z=2.0;n=-0.5"],
    [":aGk:;b=?0", ":aGk=:;b=?0"],
    ["()", "()"],
  ])("serializes %s canonically as %s", (written, strict) => {
    expect(dictionaryIn(`a=${written}`)?.get("a")?.text).toBe(strict)
  })

  it("accepts an empty header", () => {
    expect(dictionaryIn("")?.size).toBe(0)
  })

  it.each([
    `profile=${URL}, `,
    `profile="${URL}`,
    `profile='${URL}'`,
    `profile="${URL}" other=1`,
    `profile = "${URL}"`,
    `Profile="${URL}"`,
    `profile="a\\b"`,
    `profile="ä"`,
    "profile=",
    ",",
    "a=1;",
    "a=(1",
    'a=("x""y")',
    "a=1234567890123456",
    "a=1.2345",
    "a=?2",
    "a=:not base64:",
    "Mozilla/5.0 (X11; Linux x86_64)",
  ])("rejects %s", (header) => {
    expect(dictionaryIn(header)).toBeUndefined()
  })

  it("is parsed or refused, whatever the text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void dictionaryIn(text)))
  })

  // In quadratic time these would take longer than a test may.
  it.each([
    ["backslashes", 'a="' + "\\".repeat(1_000_000)],
    ["inner lists", "a=(".repeat(500_000)],
    ["parameters", "a;".repeat(500_000)],
    ["spaces", " ".repeat(1_000_000) + "x,"],
  ])("is refused in linear time: a million characters of %s", (_, text) => {
    expect(dictionaryIn(text)).toBeUndefined()
  })
})
