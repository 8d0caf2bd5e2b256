import { describe, expect, it } from "vitest"
import { readRules, writeFiles } from "../rules"

const LIST = `
# Rules

| id     | rule              | status  | test                       |
| ------ | ----------------- | ------- | -------------------------- |
| A2A-01 | answers with JSON | built   | \`src/a.spec.ts\`<br>\`src/__tests__/b.spec.ts\` |
| A2A-02 | takes \`a \\| b\`    | planned |                            |
`

describe("reading the list of rules", () => {
  it("takes id, rule, status and files of each row, and no other line", () => {
    expect(readRules(LIST)).toEqual([
      {
        id: "A2A-01",
        text: "answers with JSON",
        status: "built",
        files: ["src/a.spec.ts", "src/__tests__/b.spec.ts"],
      },
      { id: "A2A-02", text: "takes `a \\| b`", status: "planned", files: [] },
    ])
  })

  it("refuses a status it does not know", () => {
    expect(() => readRules("| A2A-01 | rule | done | |")).toThrow("The row of A2A-01")
  })

  it("refuses a row with too many columns", () => {
    expect(() => readRules("| A2A-01 | rule | built | | more |")).toThrow("The row of A2A-01")
  })

  it("refuses an id that is given twice", () => {
    expect(() => readRules("| A2A-01 | a | built | |\n| A2A-01 | b | built | |")).toThrow(
      "A2A-01 is given twice"
    )
  })
})

describe("writing the files of the rules", () => {
  it("changes the last column and nothing else", () => {
    const written = writeFiles(LIST, (id) => (id === "A2A-02" ? ["src/c.spec.ts"] : []))
    expect(readRules(written).map(({ files }) => files)).toEqual([[], ["src/c.spec.ts"]])
    expect(readRules(written).map(({ text }) => text)).toEqual(readRules(LIST).map(({ text }) => text))
    expect(written.startsWith("\n# Rules\n")).toBe(true)
  })
})
