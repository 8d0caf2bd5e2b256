import { DemoFailure } from "./failure"

/** Throws a DemoFailure if NODE_ENV, also as a `.env` file sets it, is `production`. `reason` says what is unsafe. */
export function refuseProduction(reason: string): void {
  if (process.env.NODE_ENV !== "production") return
  throw new DemoFailure(`${reason}, so it does not run with NODE_ENV=production: unset NODE_ENV.`)
}
