import { createHash, randomBytes, type JsonWebKey } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { DemoFailure, errorLine } from "./failure"
import { newPrivateJwk } from "./key-pair"

/** The secrets that a demo store keeps between starts, because its database and its bank depend on them. */
export interface DemoSecrets {
  jwt_secret: string
  cookie_secret: string
  /** The private EC P-256 key (JWK) that signs the store's requests to the bank. */
  merchant_key: JsonWebKey
  /** The private EC P-256 key (JWK) that signs the Agent Card, push notifications and webhooks. */
  card_key: JsonWebKey
  /** 32 bytes in base64: encrypts the secrets of webhooks and of push notifications. */
  encryption_key: string
  /** Signs the events of the Stripe double. */
  stripe_webhook_secret: string
}

/** Reads the secrets of a demo, and creates missing ones. Only the owner can read the file. */
export function loadSecrets(file: string): DemoSecrets {
  try {
    const stored = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<DemoSecrets>) : {}
    const secrets = { ...newSecrets(), ...stored }
    if (Object.keys(stored).length < Object.keys(secrets).length) writeSecrets(file, secrets)
    return secrets
  } catch (error) {
    throw new DemoFailure(
      `Cannot store the demo's keys in ${file} (${errorLine(error)}): choose another folder with --data.`
    )
  }
}

/** Written to another file and renamed, so that an interrupted start leaves no incomplete file. */
function writeSecrets(file: string, secrets: DemoSecrets) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function newSecrets(): DemoSecrets {
  return {
    jwt_secret: randomBytes(32).toString("hex"),
    cookie_secret: randomBytes(32).toString("hex"),
    merchant_key: newSigningKey(),
    card_key: newSigningKey(),
    encryption_key: randomBytes(32).toString("base64"),
    stripe_webhook_secret: `whsec_${randomBytes(16).toString("hex")}`,
  }
}

/** The key id is the RFC 7638 thumbprint, so it stays valid when the file is moved to another store. */
function newSigningKey(): JsonWebKey {
  const jwk = newPrivateJwk()
  const { crv, kty, x, y } = jwk
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url")
  return { ...jwk, kid, alg: "ES256", use: "sig" }
}
