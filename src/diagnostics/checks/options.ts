import { accountsIn, type OptionFault } from "../../options"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"

/** Whether the store starts with its options, and which options have no effect. */
export const options: Check = {
  name: "options",
  run({ checked, env }) {
    if (checked.faults) return checked.faults.map(explain)
    const { debug } = checked.options
    const accounts = accountsIn(checked.options).map(
      ({ bank }) => `for merchant ${bank.merchant_id} at ${bank.api_url}`
    )
    const payments = accounts.join(", ") || "without a bank"
    const results: CheckResult[] = [ok(`are valid, ${payments}`)]
    if (env.NODE_ENV === "production" && debug)
      results.push(warning("debug is set, but ignored in production", "Remove debug, or GW_DEBUG."))
    if (env.NODE_ENV !== "production")
      results.push(
        warning("the store does not run in production", "Set NODE_ENV=production where customers pay.")
      )
    return results
  },
}

function explain({ option, message }: OptionFault): CheckResult {
  const hasVariable = !/^(links|banks)\b/.test(option)
  const variable = !hasVariable ? "" : ` or ${variableOf(option)} in its environment`
  return problem(
    `${option}: ${message}`,
    `Set ${option} in the plugin's options in medusa-config${variable}; the store does not boot without it.`
  )
}

const variableOf = (option: string) =>
  `GW_${option
    .replace(/\.\d.*$/, "")
    .replaceAll(".", "_")
    .toUpperCase()}`
