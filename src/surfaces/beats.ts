/**
 * What `source` yields, and `null` at every multiple of `every_ms` of the clock at which nothing has come: all who beat
 * do so in the same moment. Reads ahead by one. Leaving it early does not end the source, which may be waiting.
 */
export async function* withBeats<T>(
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

/** Something awaited with pauses, without leaving a callback behind for each of them as `Promise.race` does. */
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

  /** Whether it has come, after this time at the latest. */
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
