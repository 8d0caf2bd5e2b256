import type { Version } from "./ucp-versions"

/** The fulfillment methods of this store. All lines of a checkout are delivered by one of them, to one destination. */
const METHODS: readonly string[] = ["shipping"]

/**
 * The `config` of the fulfillment capability in a profile: the methods that can be combined in one checkout, and those
 * that can have several destinations (UCP: Fulfillment, business configuration).
 */
export function fulfillmentConfig(version: Version): object {
  const combinations = METHODS.map((method) => [method])
  return version === "2026-04-08"
    ? {
        allows_multi_destination: Object.fromEntries(METHODS.map((method) => [method, false])),
        allows_method_combinations: combinations,
      }
    : { multi_destination: [], method_combinations: combinations }
}

/** Whether the store delivers by this method. */
export const isSupported = (method: string): boolean => METHODS.includes(method)

/** The reason why a method is rejected. */
export const unsupportedMethod = (method: string): string =>
  `${JSON.stringify(method)} is not supported. This store supports: ${METHODS.join(", ")}`

/** The reason why several methods in one checkout are rejected; undefined if there is at most one. */
export function unsupportedCombination(methods: readonly string[]): string | undefined {
  if (methods.length < 2) return undefined
  const named = methods.map((method) => JSON.stringify(method)).join(" with ")
  return `the combination of ${named} is not supported. All lines are delivered together, by one method to one destination`
}
