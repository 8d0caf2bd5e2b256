import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose"
import { StartError } from "./start-error"

/** The bank's signing key: the private half for signing, the public half for `jwks.json`. */
export interface BankKey {
  kid: string
  privateKey: CryptoKey | Uint8Array
  publicJwk: JWK
}

/** Reads the bank's key from `keys.json` in the data directory, or makes one and keeps it there (mode 0600). */
export async function loadKey(dataDir: string | null): Promise<BankKey> {
  if (!dataDir) return fromJwk(await generateJwk())
  const file = join(dataDir, "keys.json")
  if (existsSync(file)) return readKey(file)
  const jwk = await generateJwk()
  writeFileSync(file, JSON.stringify({ keys: [jwk] }, null, 2) + "\n", { mode: 0o600, flag: "wx" })
  return fromJwk(jwk)
}

async function readKey(file: string): Promise<BankKey> {
  try {
    chmodSync(file, 0o600)
    const { keys } = JSON.parse(readFileSync(file, "utf8")) as { keys: [JWK] }
    return await fromJwk(keys[0])
  } catch {
    throw new StartError(`${file} holds no usable ES256 key; delete it to have a new one made.`)
  }
}

async function generateJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true })
  return exportJWK(privateKey)
}

async function fromJwk({ kty, crv, x, y, d }: JWK): Promise<BankKey> {
  const kid = await calculateJwkThumbprint({ kty, crv, x, y } as JWK)
  const privateKey = await importJWK({ kty, crv, x, y, d } as JWK, "ES256")
  return { kid, privateKey, publicJwk: { kty, crv, x, y, kid, alg: "ES256", use: "sig" } as JWK }
}
