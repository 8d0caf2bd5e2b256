import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { contentDigest, isDigestOf } from "../content-digest"

const BODY = Buffer.from('{"hello": "world"}\n')
const hash = (name: string, body: Buffer = BODY) => createHash(name).update(body).digest("base64")
const OTHER = Buffer.from('{"hello":"world"}')

describe("Content-Digest", () => {
  it("covers the bytes of any body", () => {
    expect(contentDigest(BODY)).toBe(`sha-256=:${hash("sha256")}:`)
    for (const body of [BODY, Buffer.alloc(0), Buffer.from([0, 255, 128])])
      expect(isDigestOf(contentDigest(body), body)).toBe(true)
    expect(contentDigest("é")).toBe(contentDigest(Buffer.from("é")))
  })

  it.each([
    ["with SHA-512", `sha-512=:${hash("sha512")}:`],
    ["with both algorithms", `sha-256=:${hash("sha256")}:, sha-512=:${hash("sha512")}:`],
    ["with an unsupported algorithm beside SHA-256", `md5=:AAAA:, sha-256=:${hash("sha256")}:`],
  ])("is accepted %s", (_, header) => {
    expect(isDigestOf(header, BODY)).toBe(true)
  })

  it.each([
    ["with the digest of another body", `sha-256=:${hash("sha256", OTHER)}:`],
    ["with a correct and a wrong digest", `sha-256=:${hash("sha256")}:, sha-512=:${hash("sha512", OTHER)}:`],
    ["with an unsupported algorithm only", `md5=:${hash("md5")}:`],
    ["with a truncated digest", `sha-256=:${hash("sha256").slice(0, 8)}:`],
    ["with the digest of another algorithm", `sha-256=:${hash("sha512")}:`],
    ["as a string", `sha-256="${hash("sha256")}"`],
    ["without content", ""],
    ["in malformed form", `sha-256=:${hash("sha256")}`],
    ["without a value", "sha-256"],
  ])("is rejected %s", (_, header) => {
    expect(isDigestOf(header, BODY)).toBe(false)
  })
})
