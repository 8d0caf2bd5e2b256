/** Something fetched, and for how many seconds it may be kept. */
export interface Fresh<T> {
  readonly value: T
  readonly seconds: number
}

interface Entry<T> {
  readonly value: Promise<T>
  /** When it was asked for, and until when it is kept, in milliseconds since 1970. */
  readonly since: number
  until: number
  /** How often in a row it could not be had. */
  failures: number
}

const BACK_OFF_SECONDS = 5
const LONGEST_BACK_OFF_SECONDS = 300

/**
 * Keeps what was fetched, the most recently asked for of it. Who asks at the same time shares one fetch; what could not
 * be had is refused without asking again, for 5 seconds at first and twice as long with each failure, up to 5 minutes.
 */
export class ProfileCache<T> {
  private readonly entries = new Map<string, Entry<T>>()

  constructor(
    private readonly size: number,
    private readonly now: () => number = Date.now
  ) {}

  /** What is kept under the key, or else what `load` brings. Throws what `load` has thrown. */
  get(key: string, load: () => Promise<Fresh<T>>): Promise<T> {
    const known = this.entries.get(key)
    const entry = known && this.now() < known.until ? known : this.begin(load, known?.failures ?? 0)
    // A Map is in the order of insertion: the first key is the one that was not asked for longest.
    this.entries.delete(key)
    this.entries.set(key, entry)
    const [oldest = key] = this.entries.keys()
    if (this.entries.size > this.size) this.entries.delete(oldest)
    return entry.value
  }

  /**
   * The same, but asked for again when it has been kept for so many seconds already. What cannot be had again is kept as
   * it was, and for as long.
   */
  renewed(key: string, seconds: number, load: () => Promise<Fresh<T>>): Promise<T> {
    const known = this.entries.get(key)
    const isYoung = !known || known.failures > 0 || this.now() < known.since + seconds * 1000
    if (isYoung) return this.get(key, load)
    this.entries.delete(key)
    const before = async () => ({ value: await known.value, seconds: (known.until - this.now()) / 1000 })
    return this.get(key, () => load().catch(before))
  }

  private begin(load: () => Promise<Fresh<T>>, failures: number): Entry<T> {
    const keepFor = (seconds: number) => (entry.until = this.now() + seconds * 1000)
    const value = load().then(
      (fresh) => {
        entry.failures = 0
        keepFor(fresh.seconds)
        return fresh.value
      },
      (error) => {
        keepFor(Math.min(BACK_OFF_SECONDS * 2 ** entry.failures++, LONGEST_BACK_OFF_SECONDS))
        throw error
      }
    )
    const entry: Entry<T> = { value, since: this.now(), until: Infinity, failures }
    return entry
  }
}
