import { DemoFailure } from "../failure"

/** Throws a DemoFailure if NODE_ENV, also as a `.env` file sets it, is `production`. */
export function refuseProduction(): void {
  if (process.env.NODE_ENV !== "production") return
  throw new DemoFailure(
    "--conformance lifts limits and prints credentials, so it does not run with NODE_ENV=production: unset NODE_ENV."
  )
}
