/** The longest time without a printed line. */
const MAX_SILENCE_MS = 5000

/**
 * Prints each step with its time in seconds since the start, and shows during long steps that the program is still
 * running.
 */
export class Progress {
  private readonly started = Date.now()
  private lastLine = Date.now()
  private done = 0

  constructor(private readonly steps: number) {}

  /** Prints a step, runs it, and prints a line every few seconds while it runs. */
  async step<T>(title: string, work: () => Promise<T>): Promise<T> {
    this.done += 1
    this.print(`${this.done}/${this.steps} ${title}`)
    const timer = setInterval(() => this.reassure(), 1000)
    try {
      return await work()
    } finally {
      clearInterval(timer)
    }
  }

  /** Prints a detail of the current step. */
  detail = (line: string): void => this.print(`    ${line}`)

  /** Seconds since the start, with one decimal. */
  elapsed(): string {
    return ((Date.now() - this.started) / 1000).toFixed(1)
  }

  private reassure() {
    if (Date.now() - this.lastLine >= MAX_SILENCE_MS) this.detail("still working")
  }

  private print(line: string) {
    this.lastLine = Date.now()
    // Not console.log, which is muted while Medusa migrates.
    process.stdout.write(`${this.elapsed().padStart(6)} s  ${line}\n`)
  }
}
