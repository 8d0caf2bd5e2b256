import { describe, expect, it } from "vitest"
import { markup } from "../markup"

describe("markup", () => {
  it("escapes text for content and attributes", () => {
    expect(markup`<a title="${`"'<&>`}">`.html).toBe('<a title="&quot;&#39;&lt;&amp;&gt;">')
  })

  it("inserts Markup and lists of Markup unescaped", () => {
    expect(markup`<ul>${[markup`<li>${"<"}</li>`, markup`<li></li>`]}</ul>`.html).toBe(
      "<ul><li>&lt;</li><li></li></ul>"
    )
  })

  it("inserts nothing for undefined", () => {
    expect(markup`a${undefined}b`.html).toBe("ab")
  })

  it("does not escape the page's own text twice", () => {
    expect(markup`${markup`&amp;`}`.html).toBe("&amp;")
  })
})
