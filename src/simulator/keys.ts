import { createPrivateKey, generateKeyPairSync } from "node:crypto"
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { calculateJwkThumbprint, importJWK, type CryptoKey, type JWK } from "jose"
import { StartError } from "./start-error"

/** A signing key of the bank: the private half signs, the public half is in `jwks.json`. */
export interface BankKey {
  kid: string
  privateKey: CryptoKey | Uint8Array
  publicJwk: JWK
  privateJwk: JWK
}

/** The bank's keys: the current one, which signs, and older ones that are still published. */
export class Keyring {
  private constructor(
    private readonly file: string | null,
    private keys: [BankKey, ...BankKey[]]
  ) {}

  /**
   * Loads the keys from `keys.json` in the data directory, the current one first. Without that file, creates a key
   * and stores it there (mode 0600).
   */
  static async load(dataDir: string | null): Promise<Keyring> {
    const file = dataDir && join(dataDir, "keys.json")
    if (file && existsSync(file)) return new Keyring(file, await readKeys(file))
    const keyring = new Keyring(file, [await fromJwk(generateJwk())])
    keyring.store()
    return keyring
  }

  /** The key that signs messages. */
  get current(): BankKey {
    return this.keys[0]
  }

  /** The keys in `jwks.json`, the current one first. */
  get published(): JWK[] {
    return this.keys.map(({ publicJwk }) => publicJwk)
  }

  /** Replaces the current key by a new one. `overlap` continues to publish the old ones, `abrupt` does not. */
  async rotate(mode: "overlap" | "abrupt"): Promise<void> {
    const fresh = await fromJwk(generateJwk())
    this.keys = mode === "overlap" ? [fresh, ...this.keys] : [fresh]
    this.store()
  }

  private store(): void {
    if (!this.file) return
    const text = JSON.stringify({ keys: this.keys.map(({ privateJwk }) => privateJwk) }, null, 2) + "\n"
    writeFileSync(`${this.file}.new`, text, { mode: 0o600 })
    renameSync(`${this.file}.new`, this.file)
  }
}

async function readKeys(file: string): Promise<[BankKey, ...BankKey[]]> {
  try {
    chmodSync(file, 0o600)
    const { keys } = JSON.parse(readFileSync(file, "utf8")) as { keys: [JWK, ...JWK[]] }
    const [current, ...older] = keys
    return [await fromJwk(current), ...(await Promise.all(older.map(fromJwk)))]
  } catch {
    throw new StartError(
      `${file} contains no usable ES256 key; delete it, and the simulator creates a new one.`
    )
  }
}

/**
 * Exports through PEM, because Node.js 20 can deadlock when it exports a key as JWK while it collects the garbage of
 * the call that generated the key.
 */
function generateJwk(): JWK {
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  })
  return createPrivateKey(privateKey).export({ format: "jwk" }) as JWK
}

/** A new key that is not published anywhere. */
export async function unpublishedKey(): Promise<BankKey> {
  return fromJwk(generateJwk())
}

async function fromJwk({ kty, crv, x, y, d }: JWK): Promise<BankKey> {
  const kid = await calculateJwkThumbprint({ kty, crv, x, y } as JWK)
  const privateJwk = { kty, crv, x, y, d } as JWK
  const privateKey = await importJWK(privateJwk, "ES256")
  return {
    kid,
    privateKey,
    privateJwk,
    publicJwk: { kty, crv, x, y, kid, alg: "ES256", use: "sig" } as JWK,
  }
}
