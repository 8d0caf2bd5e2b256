import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto"

/**
 * A new key pair on an elliptic curve, whose keys can be exported in every format. They are read from PEM, because
 * Node.js 20 can deadlock when it exports a key as JWK while it collects the garbage of the call that generated the
 * key.
 */
export function newKeyPair(namedCurve = "P-256"): { privateKey: KeyObject; publicKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  })
  return { privateKey: createPrivateKey(privateKey), publicKey: createPublicKey(publicKey) }
}

/** A new private key on the curve P-256. */
export function newPrivateJwk(): JsonWebKey {
  return newKeyPair().privateKey.export({ format: "jwk" })
}
