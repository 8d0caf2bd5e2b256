/**
 * Does work with `console.log` and `console.info` muted. Medusa uses them, past its logger, for hints about databases of
 * other ages and for a notice about the telemetry that is off here. Warnings and errors are still heard.
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
