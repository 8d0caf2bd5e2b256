import { createHmac, createPublicKey, type JsonWebKey } from "node:crypto"
import type { Forgery } from "./fault-input"
import { forgeContent } from "./forge-content"
import { unpublishedKey } from "./keys"
import type { Merchant } from "./merchants"
import type { Message, Signer } from "./sign-message"

/** A notification ready to send: its body, and its signature (null: none). */
export interface Notification {
  body: string
  token: string | null
  jti: string
}

/** The merchant and the body of a notification. */
export interface Draft {
  merchant: Merchant
  body: Record<string, unknown>
}

type Forger = (signer: Signer, draft: Draft) => Promise<Notification>

/** The genuine notification, or a forged one when requested. A replayed one follows its original. */
export async function compose(signer: Signer, draft: Draft, forge: Forgery | null): Promise<Notification[]> {
  if (forge === null) return [await genuine(signer, draft)]
  if (forge !== "replay_jti") return [await FORGERS[forge](signer, draft)]
  const original = await genuine(signer, draft)
  return [original, original]
}

const genuine: Forger = (signer, draft) => signed(signer, messageOf(draft))

const FORGERS: Record<Exclude<Forgery, "replay_jti">, Forger> = {
  bad_signature: async (signer, draft) => withToken(await genuine(signer, draft), flipSignature),
  foreign_key: async (signer, draft) => {
    const { privateKey } = await unpublishedKey()
    return signed(signer, messageOf(draft), { kid: signer.keyring.current.kid, privateKey })
  },
  unknown_kid: async (signer, draft) => signed(signer, messageOf(draft), await unpublishedKey()),
  stale: (signer, draft) => signed(signer, messageOf(draft, timesFrom(signer, -600))),
  future: (signer, draft) => signed(signer, messageOf(draft, timesFrom(signer, 600))),
  wrong_aud: (signer, draft) => signed(signer, messageOf(draft, { aud: "mrc_other" })),
  wrong_htu: (signer, draft) => signed(signer, messageOf(draft, { htu: "https://elsewhere.example/ipn" })),
  wrong_typ: (signer, draft) => signed(signer, { ...messageOf(draft), typ: "gwb-response+jwt" }),
  tampered_body: async (signer, draft) => {
    const body = JSON.stringify(forgeContent(draft.body, "amount_mismatch"))
    return { ...(await genuine(signer, draft)), body }
  },
  reserialised: async (signer, draft) => {
    return { ...(await genuine(signer, draft)), body: JSON.stringify(draft.body, null, 2) }
  },
  alg_none: async (signer, draft) => unsafe(signer, draft, "none", () => ""),
  hs256: async (signer, draft) => unsafe(signer, draft, "HS256", (input) => macOf(signer, input)),
  unsigned: async (signer, draft) => ({ ...(await genuine(signer, draft)), token: null }),
  amount_mismatch: (signer, draft) => forgedContent(signer, draft, "amount_mismatch"),
  currency_mismatch: (signer, draft) => forgedContent(signer, draft, "currency_mismatch"),
  unknown_reference: (signer, draft) => forgedContent(signer, draft, "unknown_reference"),
  version_regress: (signer, draft) => forgedContent(signer, draft, "version_regress"),
}

function messageOf({ merchant, body }: Draft, claims: Record<string, unknown> = {}): Message {
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
  draft: Draft,
  forgery: Parameters<typeof forgeContent>[1]
): Promise<Notification> {
  return genuine(signer, { ...draft, body: forgeContent(draft.body, forgery) })
}

function timesFrom(signer: Signer, shift: number): Record<string, unknown> {
  const iat = signer.clock.seconds() + shift
  return { iat, exp: iat + 120 }
}

function withToken(notification: Notification, change: (token: string) => string): Notification {
  return { ...notification, token: change(notification.token ?? "") }
}

function flipSignature(token: string): string {
  const [header, claims, signature = ""] = token.split(".")
  const bytes = Buffer.from(signature, "base64url")
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
  return [header, claims, bytes.toString("base64url")].join(".")
}

function unsafe(signer: Signer, draft: Draft, alg: string, sign: (input: string) => string): Notification {
  const message = messageOf(draft)
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
