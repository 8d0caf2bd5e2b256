import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { newKeyPair } from "../../../demo/key-pair"
import { faultByKey } from "../public-key"
import { faultOf } from "../verdict"

const { publicKey } = newKeyPair()
const keys = [{ ...publicKey.export({ format: "jwk" }), kid: "k" }]
const body = Buffer.from("{}")
const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`
const COVERED = '"@method" "@authority" "@path" "content-digest" "webhook-id" "webhook-timestamp"'

/** A message with an invalid signature. */
const message = (names: string, headers: object = {}) => ({
  method: "POST",
  url: "/hook",
  body,
  headers: {
    host: "agent.example",
    "content-digest": digest,
    "webhook-id": "x",
    "webhook-timestamp": "1",
    "signature-input": `sig1=(${names});created=1;keyid="k"`,
    signature: "sig1=:AAAA:",
    ...headers,
  },
})

describe("faultByKey", () => {
  it.each([
    ["no signature", message(COVERED, { signature: undefined }), "the message has no signature by a key"],
    [
      "a signature that does not cover the path",
      message(COVERED.replace('"@path" ', "")),
      "does not cover @path",
    ],
    [
      "a signature of another body",
      message(COVERED, { "content-digest": "sha-256=:AAAA:" }),
      "the body does not match",
    ],
    [
      "a signature by an unknown key",
      message(COVERED, { "signature-input": `sig1=(${COVERED});keyid="o"` }),
      "the signing key",
    ],
    ["a wrong signature", message(COVERED), "the signature does not match the message"],
  ])("reports the fault of %s", (_, received, why) => expect(faultByKey(received, keys)).toContain(why))
})

it("a message signed with a secret is verified by the secret even when keys are known", () => {
  const received = message(COVERED, { "webhook-signature": "v1,AAAA" })
  expect(faultOf(received, { secrets: ["whsec_AAAA"], keys })).toContain("timestamp")
  expect(faultOf(message(COVERED), { secrets: [], keys: null })).toBeDefined()
})
