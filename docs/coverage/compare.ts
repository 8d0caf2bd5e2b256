import type { Claim } from "./claims"
import type { Rule } from "./rules"

/** A rule with what the tests say about it. */
export interface Covered extends Rule {
  readonly tests: number
  /** The files found by the scan, sorted; `files` are the ones the list names. */
  readonly found: readonly string[]
}

/** Puts rules and claims side by side. */
export function cover(rules: readonly Rule[], claims: readonly Claim[]): Covered[] {
  return rules.map((rule) => {
    const own = claims.filter(({ id }) => id === rule.id)
    return { ...rule, tests: own.length, found: [...new Set(own.map(({ file }) => file))].sort() }
  })
}

/** What is wrong, a sentence each; empty when list and tests agree and every built rule has a test. */
export function faultsIn(covered: readonly Covered[], claims: readonly Claim[]): string[] {
  const known = new Set(covered.map(({ id }) => id))
  return [
    ...claims
      .filter(({ id }) => !known.has(id))
      .map(({ id, file, title }) => `${id} is no rule: "${title}" in ${file} names it.`),
    ...covered
      .filter(({ status, tests }) => status === "built" && tests === 0)
      .map(({ id, text }) => `${id} is built and has no test: ${text}`),
    ...covered
      .filter(({ files, found }) => files.join() !== found.join())
      .map(({ id }) => `${id} does not name the files that test it: run this with --write.`),
  ]
}
