/** The bank's time: the machine's clock plus an offset that tests may set to travel. */
export class Clock {
  offsetSeconds = 0

  /** The simulated instant. */
  now(): Date {
    return new Date(this.milliseconds())
  }

  /** The simulated instant in milliseconds since 1970. */
  milliseconds(): number {
    return Date.now() + this.offsetSeconds * 1000
  }

  /** The simulated instant in whole seconds since 1970, as JWT claims want it. */
  seconds(): number {
    return Math.floor(this.milliseconds() / 1000)
  }
}
