/**
 * Yields the values of `source`, and `null` at every multiple of `every_ms` of the clock at which no value has come.
 * All streams tick at the same moment, so their checks can share one query. Reads ahead by one value. Ending it early
 * does not end the source, which may be waiting.
 */
export async function* withHeartbeat<T>(
  source: AsyncIterator<T, void>,
  every_ms: number
): AsyncGenerator<T | null, void> {
  for (;;) {
    const arrival = new Arrival(source.next())
    while (!(await arrival.within(every_ms - (Date.now() % every_ms)))) yield null
    const { done, value } = await arrival.result
    if (done) return
    yield value
  }
}

/** A promise that is awaited in intervals. Unlike `Promise.race`, it leaves no callback behind for each interval. */
class Arrival<T> {
  private has_come = false
  private wake: (() => void) | undefined

  constructor(readonly result: Promise<T>) {
    const come = () => {
      this.has_come = true
      this.wake?.()
    }
    result.then(come, come)
  }

  /** Waits until the promise settles, at most this time. Returns whether it has settled. */
  within(ms: number): Promise<boolean> {
    if (this.has_come) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms)
      this.wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }
}
