import { setUpWith } from "./global-setup"

/** One store and one bank for all browser tests of a run; this store serves its admin, without a build, and can be tested. */
export default function setup(): Promise<() => Promise<void>> {
  return setUpWith({ ADMIN_DISABLED: "false", NODE_ENV: "development", GW_DEBUG: "true" })
}
