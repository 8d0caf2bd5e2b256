import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { contentDigest, isDigestOf } from "../content-digest"

const BODY = Buffer.from('{"hello": "world"}\n')
const hash = (name: string, body: Buffer = BODY) => createHash(name).update(body).digest("base64")
const OTHER = Buffer.from('{"hello":"world"}')

describe("the digest of a body", () => {
  it("is that of its bytes, whatever they are", () => {
    expect(contentDigest(BODY)).toBe(`sha-256=:${hash("sha256")}:`)
    for (const body of [BODY, Buffer.alloc(0), Buffer.from([0, 255, 128])])
      expect(isDigestOf(contentDigest(body), body)).toBe(true)
    expect(contentDigest("é")).toBe(contentDigest(Buffer.from("é")))
  })

  it.each([
    ["SHA-512", `sha-512=:${hash("sha512")}:`],
    ["both", `sha-256=:${hash("sha256")}:, sha-512=:${hash("sha512")}:`],
    ["one that is known beside another", `md5=:AAAA:, sha-256=:${hash("sha256")}:`],
  ])("may be %s", (_, header) => {
    expect(isDigestOf(header, BODY)).toBe(true)
  })

  it.each([
    ["of another body", `sha-256=:${hash("sha256", OTHER)}:`],
    ["right and wrong at once", `sha-256=:${hash("sha256")}:, sha-512=:${hash("sha512", OTHER)}:`],
    ["of a kind that is not known", `md5=:${hash("md5")}:`],
    ["a beginning", `sha-256=:${hash("sha256").slice(0, 8)}:`],
    ["of another kind than it says", `sha-256=:${hash("sha512")}:`],
    ["a text", `sha-256="${hash("sha256")}"`],
    ["nothing", ""],
    ["no dictionary", `sha-256=:${hash("sha256")}`],
    ["without a value", "sha-256"],
  ])("is not one that is %s", (_, header) => {
    expect(isDigestOf(header, BODY)).toBe(false)
  })
})
