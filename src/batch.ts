interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks for many what was asked for one by one within one turn of the event loop. A single question is asked at once
 * and alone; under load one statement answers for every request that came in together.
 */
export class Batch<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = []

  /** `askAll` answers for each item, in their order. */
  constructor(private readonly askAll: (items: readonly Item[]) => Promise<readonly Answer[]>) {}

  ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ item, resolve, reject }) === 1) setImmediate(() => void this.flush())
    })
  }

  private async flush(): Promise<void> {
    const asked = this.waiting
    this.waiting = []
    try {
      const answers = await this.askAll(asked.map(({ item }) => item))
      asked.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}
