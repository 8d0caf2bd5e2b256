import { createHash, randomBytes } from "node:crypto"

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const LENGTH = 20

/** Generates prefixed identifiers: random ones, or with a seed the same sequence on every run. */
export class Ids {
  private readonly counters = new Map<string, number>()

  constructor(private readonly seed: number | null) {}

  /** A new identifier such as `pay_01…`. `taken` checks whether one already exists (after a restart with a seed). */
  next(prefix: string, taken: (id: string) => boolean): string {
    for (;;) {
      const id = `${prefix}_${encode(this.bytes(prefix))}`
      if (!taken(id)) return id
    }
  }

  /** Restarts the seeded sequence. */
  reset(): void {
    this.counters.clear()
  }

  private bytes(prefix: string): Buffer {
    if (this.seed === null) return randomBytes(LENGTH)
    const count = (this.counters.get(prefix) ?? 0) + 1
    this.counters.set(prefix, count)
    return createHash("sha256").update(`${this.seed}:${prefix}:${count}`).digest()
  }
}

function encode(bytes: Buffer): string {
  return [...bytes.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("")
}
