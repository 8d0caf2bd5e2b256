import { createHmac } from "node:crypto"
import { base64url, bankKey, ipnClaims, newKey, signIpn } from "./gwb"

const seconds = () => Math.floor(Date.now() / 1000)
const foreign = newKey()

/**
 * A forged notification: its title, the status and code of the answer, and a function that makes it from a
 * genuine body.
 */
type Forgery = [string, number, string, (raw: string) => [body: string, token: string | undefined]]

/** Each entry makes another forgery of a genuine notification. */
export const FORGERIES: Forgery[] = [
  ["without a signature", 401, "signature_missing", (raw) => [raw, undefined]],
  ["with a malformed signature", 401, "signature_invalid", (raw) => [raw, "a.b.c"]],
  [
    "signed with a foreign key under its own name",
    503,
    "key_unknown",
    (raw) => [raw, signIpn(raw, { key: foreign })],
  ],
  [
    "signed with a foreign key under the bank's name",
    401,
    "signature_invalid",
    (raw) => [raw, signIpn(raw, { key: foreign, header: { kid: bankKey().kid } })],
  ],
  ["whose amount was changed", 401, "digest_mismatch", (raw) => [raw.replace("1500", "1"), signIpn(raw)]],
  [
    "that was parsed and serialized again",
    401,
    "digest_mismatch",
    (raw) => [JSON.stringify(JSON.parse(raw), null, 1), signIpn(raw)],
  ],
  [
    "that is ten minutes old",
    401,
    "signature_stale",
    (raw) => [raw, signIpn(raw, { claims: { iat: seconds() - 600, exp: seconds() - 480 } })],
  ],
  [
    "from the future",
    401,
    "claim_mismatch",
    (raw) => [raw, signIpn(raw, { claims: { iat: seconds() + 600, exp: seconds() + 720 } })],
  ],
  [
    "that is valid for a day",
    401,
    "claim_mismatch",
    (raw) => [raw, signIpn(raw, { claims: { exp: seconds() + 86_400 } })],
  ],
  [
    "for another merchant",
    401,
    "claim_mismatch",
    (raw) => [raw, signIpn(raw, { claims: { aud: "mrc_other" } })],
  ],
  [
    "of another issuer",
    401,
    "claim_mismatch",
    (raw) => [raw, signIpn(raw, { claims: { iss: "https://evil.example" } })],
  ],
  [
    "for another address",
    401,
    "claim_mismatch",
    (raw) => [raw, signIpn(raw, { claims: { htu: "https://evil.example/gw-bank/v1/ipn" } })],
  ],
  [
    "with the type of an answer",
    401,
    "claim_mismatch",
    (raw) => [raw, signIpn(raw, { header: { typ: "gwb-response+jwt" } })],
  ],
  ["without a token id", 401, "claim_mismatch", (raw) => [raw, signIpn(raw, { claims: { jti: undefined } })]],
  [
    "with the algorithm none",
    401,
    "alg_not_allowed",
    (raw) => {
      const header = base64url(JSON.stringify({ alg: "none", typ: "gwb-ipn+jwt", kid: bankKey().kid }))
      return [raw, `${header}.${base64url(JSON.stringify(ipnClaims(raw)))}.`]
    },
  ],
  [
    "signed with the bank's public key as a shared secret",
    401,
    "alg_not_allowed",
    (raw) => {
      const header = base64url(JSON.stringify({ alg: "HS256", typ: "gwb-ipn+jwt", kid: bankKey().kid }))
      const input = `${header}.${base64url(JSON.stringify(ipnClaims(raw)))}`
      return [
        raw,
        `${input}.${createHmac("sha256", String(bankKey().jwk.x)).update(input).digest("base64url")}`,
      ]
    },
  ],
]
