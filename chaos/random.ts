/** Something that may be drawn, more often the greater its weight. */
export interface Choice {
  readonly name: string
  readonly weight: number
}

/** Numbers that look random and are the same for the same seed. Each name beside the seed is a sequence of its own. */
export class Random {
  private state: number

  constructor(
    private readonly seed: number,
    private readonly name: string
  ) {
    this.state = hash(`${seed} ${name}`)
  }

  /** Another sequence, which neither changes this one nor depends on how far it has come. */
  fork(name: string): Random {
    return new Random(this.seed, `${this.name} ${name}`)
  }

  /** From 0, up to and without 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    const mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `least` to `most`, both possible. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(of_one: number): boolean {
    return this.next() < of_one
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.whole(0, list.length - 1)]
    if (item === undefined) throw new Error("there is nothing to pick from")
    return item
  }

  draw<T extends Choice>(choices: readonly T[]): T {
    let left = this.next() * choices.reduce((total, { weight }) => total + weight, 0)
    const drawn = choices.find(({ weight }) => (left -= weight) < 0) ?? choices.at(-1)
    if (!drawn) throw new Error("there is nothing to draw from")
    return drawn
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value | 0
}
