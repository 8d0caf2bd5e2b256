interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Combines the calls of `submit` within one turn of the event loop into one call of `processAll`. Under load, one
 * database statement serves many requests; a single item is processed alone and right away.
 */
export class Batch<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = []

  /** `processAll` must return the answers in the order of the items. If it fails, all callers get its error. */
  constructor(private readonly processAll: (items: readonly Item[]) => Promise<readonly Answer[]>) {}

  submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ item, resolve, reject }) === 1) setImmediate(() => void this.flush())
    })
  }

  private async flush(): Promise<void> {
    const batch = this.waiting
    this.waiting = []
    try {
      const answers = await this.processAll(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
