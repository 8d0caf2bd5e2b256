import { setUpWith } from "./global-setup"

/** One store and one bank for all browser tests of a run; this store serves its admin. */
export default function setup(): Promise<() => Promise<void>> {
  return setUpWith({ ADMIN_DISABLED: "false" })
}
