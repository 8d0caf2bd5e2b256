const PATIENCE_MS = 5000

/** Prints what happens and when, so that a long step is seen to be alive. Times are seconds since the start. */
export class Progress {
  private readonly started = Date.now()
  private lastLine = Date.now()
  private done = 0

  constructor(private readonly steps: number) {}

  /** Announces a step, does it, and says so every few seconds while it takes long. */
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

  /** A detail of the step under way. */
  detail = (line: string): void => this.print(`    ${line}`)

  /** Seconds since the start, with one decimal. */
  elapsed(): string {
    return ((Date.now() - this.started) / 1000).toFixed(1)
  }

  private reassure() {
    if (Date.now() - this.lastLine >= PATIENCE_MS) this.detail("still working")
  }

  private print(line: string) {
    this.lastLine = Date.now()
    // Not console.log, which is muted while Medusa migrates.
    process.stdout.write(`${this.elapsed().padStart(6)} s  ${line}\n`)
  }
}
