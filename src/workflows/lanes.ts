/** Runs tasks in the order they come, only so many at a time. */
export class Lanes {
  private busy = 0
  private readonly queue: (() => void)[] = []

  constructor(private readonly width: number) {}

  /** How many tasks have not begun yet. */
  get waiting(): number {
    return this.queue.length
  }

  /** Runs a task when its turn comes; settles as the task does. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.busy < this.width) this.busy++
    else await new Promise<void>((begin) => this.queue.push(begin))
    try {
      return await task()
    } finally {
      // A lane is handed over, not freed: whoever comes in between waits behind those who waited before.
      const next = this.queue.shift()
      if (next) next()
      else this.busy--
    }
  }
}
