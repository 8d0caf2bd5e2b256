import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { resolveLink, slug, withoutFences } from "../links"
import { GROUPS } from "../navigation"
import { ROOT, addressOf, nameOf, pageFiles } from "../pages"
import { sequenceSvg } from "../sequence-svg"

const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8")

/** The addresses of all links and pictures in a page, without those in code. */
function linksIn(file: string): string[] {
  const prose = withoutFences(textOf(file)).replaceAll(/`[^`\n]*`/g, "")
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = ""]) => href)
}

const diagramsIn = (file: string) =>
  [...textOf(file).matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(([, source = ""]) => source)

describe("the documentation site", () => {
  it("has every page in its navigation exactly once [DOCS-01]", () => {
    const listed = GROUPS.flatMap(({ pages }) => Object.keys(pages))
    expect(listed.sort()).toEqual(pageFiles().sort())
  })

  it("has an address of its own for every page", () => {
    const files = pageFiles()
    expect(new Set(files.map(addressOf)).size).toBe(files.length)
    expect([nameOf("README.md"), addressOf("README.md")]).toEqual(["index.md", "/"])
    expect(addressOf("docs/decisions/README.md")).toBe("/decisions/")
    expect(addressOf("docs/a2a.md")).toBe("/a2a")
  })

  it("has no link to a page, a heading or a file that does not exist [DOCS-02]", () => {
    const faults = pageFiles().flatMap((file) => linksIn(file).map((href) => resolveLink(file, href).fault))
    expect(faults.filter(Boolean)).toEqual([])
  })

  it("reports a link to a missing page, a missing heading, a folder and a file outside of the repository [DOCS-02]", () => {
    const faultOf = (href: string) => resolveLink("docs/a2a.md", href).fault
    expect(faultOf("missing.md")).toContain("docs/missing.md is not a file")
    expect(faultOf("ucp.md#missing")).toContain("docs/ucp.md has no such anchor")
    expect(faultOf("events")).toContain("is not a file")
    expect(faultOf("../../package.json")).toContain("is not a file")
  })

  it("leads from a link between files to the page, its heading or a copy of the file", () => {
    expect(resolveLink("docs/decisions/README.md", "../a2a.md#tasks")).toEqual({ href: "/a2a#tasks" })
    expect(resolveLink("docs/a2a.md", "#tasks")).toEqual({ href: "#tasks" })
    expect(resolveLink("README.md", "https://ucp.dev")).toEqual({ href: "https://ucp.dev" })
    expect(resolveLink("docs/a2a.md", "../package.json")).toEqual({
      href: "/files/package.json.txt",
      copied: "package.json",
    })
  })

  it("has the anchors that GitHub has", () => {
    expect(slug("The merchant's approval")).toBe("the-merchants-approval")
    expect(slug("POST /gw-ucp/v1/negotiate")).toBe("post-gw-ucpv1negotiate")
    expect(slug("`order.paid` and more_words")).toBe("orderpaid-and-more_words")
  })
})

describe("the diagrams of the documentation", () => {
  it.each(["a2a", "ucp", "acp", "oauth", "bank"])(
    "are in the page %s, and can be drawn [DOCS-03]",
    (name) => {
      const diagrams = diagramsIn(`docs/${name}.md`)
      expect(diagrams.length).toBeGreaterThanOrEqual(1)
      for (const source of diagrams) expect(sequenceSvg(source)).toContain("<title>")
    }
  )

  it("can be drawn in every other page [DOCS-03]", () => {
    for (const source of pageFiles().flatMap(diagramsIn)) expect(sequenceSvg(source)).not.toContain("<script")
  })

  const diagram = (...lines: string[]) =>
    [
      "sequenceDiagram",
      "accTitle: A call",
      "participant A as Agent",
      "participant S as Store",
      ...lines,
    ].join("\n")

  it("contain every label, escaped", () => {
    const svg = sequenceSvg(diagram("A->>S: pay <1>", "S-->>A: paid & done", "Note over A,S: later"))
    for (const text of ["Agent", "Store", "pay &lt;1&gt;", "paid &amp; done", "later"])
      expect(svg).toContain(text)
  })

  it.each([
    ["a line that it cannot draw", diagram("loop every day"), "loop every day"],
    ["a participant that is not declared", diagram("A->>B: hello"), "A->>B: hello"],
    ["another kind of diagram", "flowchart LR", "flowchart LR"],
    ["no title", "sequenceDiagram\nparticipant A as Agent", "accTitle"],
  ])("are rejected with %s", (_, source, named) => {
    expect(() => sequenceSvg(source)).toThrow(named)
  })
})
