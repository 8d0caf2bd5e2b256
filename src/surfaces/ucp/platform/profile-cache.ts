/** A fetched value, and for how many seconds it may be cached. */
export interface Fresh<T> {
  readonly value: T
  readonly seconds: number
}

interface Entry<T> {
  readonly value: Promise<T>
  /** When the fetch began, and until when its result is used, in milliseconds since 1970. */
  readonly since: number
  until: number
  /** How many fetches in a row have failed. */
  failures: number
}

const BACK_OFF_SECONDS = 5
const LONGEST_BACK_OFF_SECONDS = 300

/**
 * Caches fetched values up to a number, and evicts the least recently used one. Concurrent calls for a key share one
 * fetch. After a failed fetch, calls get the same error without another fetch: for 5 seconds at first, twice as long
 * after each further failure, up to 5 minutes.
 */
export class ProfileCache<T> {
  private readonly entries = new Map<string, Entry<T>>()

  constructor(
    private readonly size: number,
    private readonly now: () => number = Date.now
  ) {}

  /** The cached value of the key, or else what `load` returns. Rejects with the error of `load`. */
  get(key: string, load: () => Promise<Fresh<T>>): Promise<T> {
    const known = this.entries.get(key)
    const entry = known && this.now() < known.until ? known : this.begin(load, known?.failures ?? 0)
    // A Map keeps the order of insertion, so the first key is the least recently used one.
    this.entries.delete(key)
    this.entries.set(key, entry)
    const [oldest = key] = this.entries.keys()
    if (this.entries.size > this.size) this.entries.delete(oldest)
    return entry.value
  }

  /**
   * As `get`, but fetches a value again that was cached for this many seconds. When that fetch fails, the old value
   * stays for the rest of its lifetime.
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
    const cacheFor = (seconds: number) => (entry.until = this.now() + seconds * 1000)
    const value = load().then(
      (fresh) => {
        entry.failures = 0
        cacheFor(fresh.seconds)
        return fresh.value
      },
      (error) => {
        cacheFor(Math.min(BACK_OFF_SECONDS * 2 ** entry.failures++, LONGEST_BACK_OFF_SECONDS))
        throw error
      }
    )
    const entry: Entry<T> = { value, since: this.now(), until: Infinity, failures }
    return entry
  }
}
