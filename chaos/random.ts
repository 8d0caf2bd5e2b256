/** An item that is drawn with a probability in proportion to its weight. */
export interface Choice {
  readonly name: string
  readonly weight: number
}

/** A pseudo-random sequence, which is determined by a seed and a name. */
export class Random {
  private state: number

  constructor(
    private readonly seed: number,
    private readonly name: string
  ) {
    this.state = hash(`${seed} ${name}`)
  }

  /** A new sequence, which is independent of the state of this one. */
  fork(name: string): Random {
    return new Random(this.seed, `${this.name} ${name}`)
  }

  /** A number from 0 (inclusive) to 1 (exclusive), by mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    const mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from `least` to `most`, both inclusive. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.whole(0, list.length - 1)]
    if (item === undefined) throw new Error("Cannot pick from an empty list.")
    return item
  }

  draw<T extends Choice>(choices: readonly T[]): T {
    let left = this.next() * choices.reduce((total, { weight }) => total + weight, 0)
    const drawn = choices.find(({ weight }) => (left -= weight) < 0) ?? choices.at(-1)
    if (!drawn) throw new Error("Cannot draw from an empty list.")
    return drawn
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value | 0
}
