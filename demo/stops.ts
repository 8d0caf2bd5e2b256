import { describeFailure } from "./failure"

/** npm repeats the terminal's signals within milliseconds. Only a later signal is a second Ctrl-C. */
const REPEATED_SIGNAL_MS = 1000

/** The functions that stop everything that was started; the last started stops first. */
export class Stops {
  private readonly stops: (() => Promise<void>)[] = []
  private stopping: Promise<void> | undefined

  /** Registers how to stop something that was just started. */
  add(stop: () => Promise<void>): void {
    this.stops.push(stop)
  }

  /** Whether stopping has begun. From then on, failures of stopping parts are expected. */
  get begun(): boolean {
    return this.stopping !== undefined
  }

  /** Stops everything once. A failure is reported, and the rest is stopped all the same. */
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
    if (first) return Date.now() - first > REPEATED_SIGNAL_MS ? process.exit(1) : undefined
    first = Date.now()
    process.stdout.write("\nStopping …\n")
    await stops.run()
    process.exit()
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void onSignal())
}
