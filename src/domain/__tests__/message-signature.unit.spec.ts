import type { JsonWebKey } from "node:crypto"
import { createVerifier, httpbis } from "http-message-signatures"
import { describe, expect, it } from "vitest"
import { newKeyPair } from "../../../demo/key-pair"
import { algorithmOf, isSignedWith, signComponents } from "../message-signature"

const pair = newKeyPair()
const jwk = pair.privateKey.export({ format: "jwk" })
const public_jwk = pair.publicKey.export({ format: "jwk" })
const NOW = new Date("2026-11-23T10:30:00Z")

const COMPONENTS = [
  ["@status", "200"],
  ["content-type", "application/json"],
] as const

function signed(key: JsonWebKey = jwk) {
  const headers = signComponents(COMPONENTS, { id: "key-1", jwk: key }, NOW)
  const parameters = headers["signature-input"].slice("sig1=".length)
  return { headers, parameters, bytes: Buffer.from(headers.signature.slice("sig1=:".length, -1), "base64") }
}

describe("message signature", () => {
  it("consists of r and s, and names its components, time and key", () => {
    const { headers, bytes } = signed()
    expect(headers["signature-input"]).toBe(
      'sig1=("@status" "content-type");created=1795429800;keyid="key-1"'
    )
    expect(bytes).toHaveLength(64)
  })

  it("verifies with another implementation", async () => {
    const verify = createVerifier(pair.publicKey.export({ format: "pem", type: "spki" }), "ecdsa-p256-sha256")
    const isGenuine = (type: string) =>
      httpbis.verifyMessage(
        { keyLookup: async ({ keyid }) => (keyid === "key-1" ? { id: keyid, verify } : null), notAfter: NOW },
        { status: 200, headers: { "content-type": type, ...signed().headers } }
      )
    expect(await isGenuine("application/json")).toBe(true)
    expect(await isGenuine("text/plain")).toBe(false)
  })

  it("verifies only with these components, parameters and key", () => {
    const { parameters, bytes } = signed()
    expect(isSignedWith(COMPONENTS, parameters, bytes, public_jwk)).toBe(true)
    expect(isSignedWith([...COMPONENTS].reverse(), parameters, bytes, public_jwk)).toBe(false)
    expect(isSignedWith(COMPONENTS, `${parameters};expires=1`, bytes, public_jwk)).toBe(false)
    expect(
      isSignedWith(COMPONENTS, parameters, bytes, newKeyPair().publicKey.export({ format: "jwk" }))
    ).toBe(false)
  })

  it("does not verify if its length is wrong or the key is invalid", () => {
    const { parameters, bytes } = signed()
    for (const wrong of [bytes.subarray(1), Buffer.alloc(0), Buffer.concat([bytes, bytes]), Buffer.alloc(64)])
      expect(isSignedWith(COMPONENTS, parameters, wrong, public_jwk)).toBe(false)
    for (const wrong of [{ ...public_jwk, x: "AA" }, { ...public_jwk, crv: "P-384" }, { kty: "EC" }, {}])
      expect(isSignedWith(COMPONENTS, parameters, bytes, wrong)).toBe(false)
  })

  it.each([
    [{ kty: "EC", crv: "P-256" }, "ecdsa-p256-sha256"],
    [{ kty: "EC", crv: "P-256", alg: "ES256" }, "ecdsa-p256-sha256"],
    [{ kty: "EC", crv: "P-384" }, "ecdsa-p384-sha384"],
    [{ kty: "EC", crv: "P-384", alg: "ES256" }, undefined],
    [{ kty: "EC", crv: "P-521" }, undefined],
    [{ kty: "EC", crv: "toString" }, undefined],
    [{ kty: "OKP", crv: "Ed25519" }, undefined],
    [{ kty: "RSA" }, undefined],
    [{ kty: "oct", k: "AA" }, undefined],
  ])("supports only P-256 and P-384 keys with their own algorithm: %j", (key, name) => {
    expect(algorithmOf(key)?.name).toBe(name)
  })
})
