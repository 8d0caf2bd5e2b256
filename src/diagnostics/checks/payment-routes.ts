import type { Check } from "../check"
import { ok, warning } from "../check-result"

/** How agents' purchases can be paid. */
export const paymentRoutes: Check = {
  name: "payment routes",
  run({ options: { bank } }) {
    if (bank)
      return [ok("agents' purchases are paid at the bank", { code: "routes", data: { routes: "bank" } })]
    return [
      warning("agents can shop, but not pay: the store has no bank", "Set the options of the bank.", {
        code: "none",
      }),
    ]
  },
}
