import { describeFailure } from "./failure"

/** Signals are repeated by npm within milliseconds of the terminal's own; only a later one is impatience. */
const IMPATIENCE_MS = 1000

/** What was started and must be stopped, last started first. */
export class Stops {
  private readonly stops: (() => Promise<void>)[] = []
  private stopping: Promise<void> | undefined

  /** Remembers how to stop something that has just been started. */
  add(stop: () => Promise<void>): void {
    this.stops.push(stop)
  }

  /** Whether stopping has begun, after which failures of what is being stopped are to be expected. */
  get begun(): boolean {
    return this.stopping !== undefined
  }

  /** Stops everything once; what cannot be stopped is reported and does not keep the rest running. */
  run(): Promise<void> {
    return (this.stopping ??= this.stopAll())
  }

  private async stopAll() {
    for (let stop = this.stops.pop(); stop; stop = this.stops.pop()) {
      await stop().catch((error: unknown) => console.error(describeFailure(error)))
    }
  }
}

/** Ends the process cleanly on Ctrl-C, SIGTERM or a closed terminal; a second Ctrl-C ends it at once. */
export function stopOnSignals(stops: Stops): void {
  let first = 0
  const onSignal = async () => {
    if (first) return Date.now() - first > IMPATIENCE_MS ? process.exit(1) : undefined
    first = Date.now()
    process.stdout.write("\nStopping …\n")
    await stops.run()
    process.exit()
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void onSignal())
}
