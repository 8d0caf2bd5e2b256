import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import { inlineScript } from "../inline-script"
import { markup } from "../markup"

it("the policy allows an inline script by the SHA-256 digest of its exact text, and no other script", () => {
  const { element, policy } = inlineScript(`if (1 < 2) alert("&")`)
  const page = markup`<p>${"<"}</p>${element}`.html
  const code = /<script>(.*)<\/script>/s.exec(page)?.[1] ?? ""
  expect(code).toBe(`if (1 < 2) alert("&")`)
  const digest = createHash("sha256").update(code).digest("base64")
  expect(policy).toEqual({ "script-src": `'sha256-${digest}'` })
})
