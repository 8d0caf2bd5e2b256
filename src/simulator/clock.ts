/** The bank's clock: the machine's clock plus an offset that tests can change. */
export class Clock {
  offsetSeconds = 0

  /** The simulated time. */
  now(): Date {
    return new Date(this.milliseconds())
  }

  /** The simulated time in milliseconds since 1970. */
  milliseconds(): number {
    return Date.now() + this.offsetSeconds * 1000
  }

  /** The simulated time in whole seconds since 1970, as in JWT claims. */
  seconds(): number {
    return Math.floor(this.milliseconds() / 1000)
  }
}
