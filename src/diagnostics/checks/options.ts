import type { OptionFault } from "../../options"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"

/** Whether the store starts with its options, and which options have no effect. */
export const options: Check = {
  name: "options",
  run({ checked, env }) {
    if (checked.faults) return checked.faults.map(explain)
    const { debug, bank } = checked.options
    const findings: CheckResult[] = [ok(`are valid, for merchant ${bank.merchant_id} at ${bank.api_url}`)]
    if (env.NODE_ENV === "production" && debug)
      findings.push(
        warning("debug is set in production and not listened to", "Leave debug, or GW_DEBUG, out.")
      )
    if (env.NODE_ENV !== "production")
      findings.push(
        warning("the store does not run in production", "Set NODE_ENV=production where shoppers pay.")
      )
    return findings
  },
}

function explain({ option, message }: OptionFault): CheckResult {
  const variable = option.startsWith("links") ? "" : ` or ${variableOf(option)} in its environment`
  return problem(
    `${option}: ${message}`,
    `Set ${option} in the plugin's options in medusa-config${variable}; the store does not boot without.`
  )
}

const variableOf = (option: string) =>
  `GW_${option
    .replace(/\.\d.*$/, "")
    .replaceAll(".", "_")
    .toUpperCase()}`
