/** The wait before the first query of a status, in milliseconds. */
const SHORTEST = 3_000

/** The longest wait between two queries. */
const LONGEST = 30_000

/** The wait before the n-th query in milliseconds, n from 0: longer each time, because each costs a call. */
export const waitBefore = (n: number): number => Math.min(SHORTEST * 1.5 ** n, LONGEST)

/** Queries a status again and again until it is stopped, but not while the document is hidden. */
export class StatusWatch {
  private timer: ReturnType<typeof setTimeout> | undefined
  private queries = 0

  /** `query` must not throw. */
  constructor(private readonly query: () => Promise<void>) {
    document.addEventListener("visibilitychange", () => {
      if (this.timer !== undefined && !document.hidden) this.wait(0)
    })
  }

  start(): void {
    if (this.timer === undefined) this.wait(waitBefore(this.queries))
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.queries = 0
  }

  private wait(milliseconds: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.run(), milliseconds)
  }

  private async run(): Promise<void> {
    const { timer } = this
    if (!document.hidden) await this.query()
    this.queries++
    if (this.timer === timer) this.wait(waitBefore(this.queries))
  }
}
