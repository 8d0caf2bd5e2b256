/**
 * Runs `work` with `console.log` and `console.info` muted. Medusa uses them, instead of its logger, for hints about
 * older databases and about telemetry. Warnings and errors are still printed.
 */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { log, info } = console
  console.log = console.info = () => undefined
  try {
    return await work()
  } finally {
    Object.assign(console, { log, info })
  }
}
