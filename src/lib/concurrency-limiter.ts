/** A concurrency limiter: runs tasks in the order of arrival, at most `width` at a time. */
export class ConcurrencyLimiter {
  private busy = 0
  private readonly queue: (() => void)[] = []

  constructor(private readonly width: number) {}

  /** The number of tasks that have not begun. */
  get waiting(): number {
    return this.queue.length
  }

  /** Runs a task once there is a free place; settles as the task does. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.busy < this.width) this.busy++
    else await new Promise<void>((begin) => this.queue.push(begin))
    try {
      return await task()
    } finally {
      // The place passes directly to the next task, so that a task that arrives now cannot overtake the waiting ones.
      const next = this.queue.shift()
      if (next) next()
      else this.busy--
    }
  }
}
