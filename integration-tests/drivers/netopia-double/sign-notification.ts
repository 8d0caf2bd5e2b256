import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto"

/** NETOPIA's key pair, and how it signs. */
export interface Signer {
  /** As the merchant gets it from NETOPIA. */
  readonly public_key: string
  /** The token for a notification. `change` replaces claims, and `header` members of the header. */
  tokenFor(raw_body: Buffer, merchant_id: string, change?: Changes): string
}

/** What a forged token has instead. */
export interface Changes {
  readonly header?: object
  readonly claims?: object
  /** Signs the first two parts of the token. Default: RS512 with NETOPIA's key. */
  readonly sign?: (input: Buffer, key: KeyObject) => Buffer
}

/** A signer with a new key of 2048 bits. */
export function newSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  return {
    public_key: publicKey.export({ type: "spki", format: "pem" }).toString(),
    tokenFor(raw_body, merchant_id, { header = {}, claims = {}, sign: make = signWithRs512 } = {}) {
      const sub = createHash("sha512").update(raw_body).digest("base64")
      const own = { iss: "NETOPIA Payments", aud: [merchant_id], sub, iat: Math.floor(Date.now() / 1000) }
      const parts = [
        { alg: "RS512", typ: "JWT", ...header },
        { ...own, ...claims },
      ]
      const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")
      return `${input}.${make(Buffer.from(input), privateKey).toString("base64url")}`
    },
  }
}

const signWithRs512 = (input: Buffer, key: KeyObject): Buffer => sign("RSA-SHA512", input, key)
