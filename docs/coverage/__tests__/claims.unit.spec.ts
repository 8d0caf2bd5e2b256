import { describe, expect, it } from "vitest"
import { readClaims } from "../claims"

const idsIn = (source: string) => readClaims("x.spec.ts", source).map(({ id }) => id)

describe("reading what tests prove", () => {
  it("takes the id at the end of a title", () => {
    expect(readClaims("a/x.spec.ts", `it("refuses a foreign token [AUTH-05]", () => {})`)).toEqual([
      { id: "AUTH-05", file: "a/x.spec.ts", title: "refuses a foreign token" },
    ])
  })

  it("takes several ids of one title", () => {
    expect(idsIn(`test("does both [AUTH-05, ERR-02]", () => {})`)).toEqual(["AUTH-05", "ERR-02"])
  })

  it("takes none from the middle of a title, nor from brackets that hold something else", () => {
    expect(idsIn(`it("allows [AUTH-05] today", () => {}); it("binds to [::1]", () => {})`)).toEqual([])
  })

  it("counts a group's ids for each of its tests, and for none beside it", () => {
    const source = `
      describe("group [TASK-01]", () => {
        it("one", () => {})
        it("two [TASK-02]", () => {})
      })
      it("three [TASK-03]", () => {})`
    expect(idsIn(source)).toEqual(["TASK-01", "TASK-01", "TASK-02", "TASK-03"])
  })

  it("counts one test once, also when its group names the same rule", () => {
    expect(idsIn(`describe("g [LIM-01]", () => { it("t [LIM-01]", () => {}) })`)).toEqual(["LIM-01"])
  })

  it("takes titles of tables and of templates", () => {
    expect(idsIn('it.each([1])("row %s [ERR-01]", () => {})')).toEqual(["ERR-01"])
    expect(idsIn("for (const x of list) it(`row ${x} [ERR-02]`, () => {})")).toEqual(["ERR-02"])
  })

  it("counts nothing that does not run", () => {
    expect(idsIn(`it.skip("a [ERR-01]", () => {}); it.todo("b [ERR-02]")`)).toEqual([])
    expect(idsIn(`describe.skip("g", () => { it("c [ERR-03]", () => {}) })`)).toEqual([])
  })

  it("counts nothing that is no test", () => {
    expect(idsIn(`log("done [ERR-01]"); // it("x [ERR-02]")`)).toEqual([])
  })
})
