import { createHmac, createPublicKey, type JsonWebKey } from "node:crypto"
import type { Forgery } from "./fault-input"
import { forgeContent } from "./forge-content"
import { strangerKey } from "./keys"
import type { Merchant } from "./merchants"
import type { Message, Signer } from "./sign-message"

/** A notification ready to send: its body, and its signature (null: none). */
export interface Notification {
  body: string
  token: string | null
  jti: string
}

/** The merchant and the body of a notification. */
export interface Letter {
  merchant: Merchant
  body: Record<string, unknown>
}

type Forger = (signer: Signer, letter: Letter) => Promise<Notification>

/** The genuine notification, or a forged one when requested. A replayed one follows its original. */
export async function compose(
  signer: Signer,
  letter: Letter,
  forge: Forgery | null
): Promise<Notification[]> {
  if (forge === null) return [await genuine(signer, letter)]
  if (forge !== "replay_jti") return [await FORGERS[forge](signer, letter)]
  const original = await genuine(signer, letter)
  return [original, original]
}

const genuine: Forger = (signer, letter) => signed(signer, messageOf(letter))

const FORGERS: Record<Exclude<Forgery, "replay_jti">, Forger> = {
  bad_signature: async (signer, letter) => bend(await genuine(signer, letter), flipSignature),
  foreign_key: async (signer, letter) => {
    const { privateKey } = await strangerKey()
    return signed(signer, messageOf(letter), { kid: signer.keyring.current.kid, privateKey })
  },
  unknown_kid: async (signer, letter) => signed(signer, messageOf(letter), await strangerKey()),
  stale: (signer, letter) => signed(signer, messageOf(letter, timesFrom(signer, -600))),
  future: (signer, letter) => signed(signer, messageOf(letter, timesFrom(signer, 600))),
  wrong_aud: (signer, letter) => signed(signer, messageOf(letter, { aud: "mrc_somebody_else" })),
  wrong_htu: (signer, letter) => signed(signer, messageOf(letter, { htu: "https://elsewhere.example/ipn" })),
  wrong_typ: (signer, letter) => signed(signer, { ...messageOf(letter), typ: "gwb-response+jwt" }),
  tampered_body: async (signer, letter) => {
    const body = JSON.stringify(forgeContent(letter.body, "amount_mismatch"))
    return { ...(await genuine(signer, letter)), body }
  },
  reserialised: async (signer, letter) => {
    return { ...(await genuine(signer, letter)), body: JSON.stringify(letter.body, null, 2) }
  },
  alg_none: async (signer, letter) => unsafe(signer, letter, "none", () => ""),
  hs256: async (signer, letter) => unsafe(signer, letter, "HS256", (input) => macOf(signer, input)),
  unsigned: async (signer, letter) => ({ ...(await genuine(signer, letter)), token: null }),
  amount_mismatch: (signer, letter) => forgedContent(signer, letter, "amount_mismatch"),
  currency_mismatch: (signer, letter) => forgedContent(signer, letter, "currency_mismatch"),
  unknown_reference: (signer, letter) => forgedContent(signer, letter, "unknown_reference"),
  version_regress: (signer, letter) => forgedContent(signer, letter, "version_regress"),
}

function messageOf({ merchant, body }: Letter, claims: Record<string, unknown> = {}): Message {
  const { merchant_id: audience, ipn_url: htu } = merchant
  return {
    typ: "gwb-ipn+jwt",
    audience,
    body: JSON.stringify(body),
    claims: { htm: "POST", htu, ...claims },
  }
}

async function signed(
  signer: Signer,
  message: Message,
  key?: Parameters<Signer["sign"]>[1]
): Promise<Notification> {
  return { body: message.body, ...(await signer.sign(message, key)) }
}

function forgedContent(
  signer: Signer,
  letter: Letter,
  forgery: Parameters<typeof forgeContent>[1]
): Promise<Notification> {
  return genuine(signer, { ...letter, body: forgeContent(letter.body, forgery) })
}

function timesFrom(signer: Signer, shift: number): Record<string, unknown> {
  const iat = signer.clock.seconds() + shift
  return { iat, exp: iat + 120 }
}

function bend(notification: Notification, change: (token: string) => string): Notification {
  return { ...notification, token: change(notification.token ?? "") }
}

function flipSignature(token: string): string {
  const [header, claims, signature = ""] = token.split(".")
  const bytes = Buffer.from(signature, "base64url")
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
  return [header, claims, bytes.toString("base64url")].join(".")
}

function unsafe(signer: Signer, letter: Letter, alg: string, sign: (input: string) => string): Notification {
  const message = messageOf(letter)
  const claims = signer.claimsOf(message)
  const header = { alg, typ: message.typ, kid: signer.keyring.current.kid }
  const input = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  const token = [...input, sign(input.join("."))].join(".")
  return { body: message.body, token, jti: String(claims.jti) }
}

// The well-known algorithm confusion: the public key is used as the HMAC secret.
function macOf({ keyring }: Signer, input: string): string {
  const key = createPublicKey({ key: keyring.current.publicJwk as JsonWebKey, format: "jwk" })
  const secret = key.export({ type: "spki", format: "pem" })
  return createHmac("sha256", secret).update(input).digest("base64url")
}
