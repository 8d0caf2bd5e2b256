import type { ChaosMode } from "./chaos-mode"

/** Returns a function that selects the parts of a list that are not left out. */
export const possibleParts =
  (left_out: ChaosMode["left_out"]) =>
  <Part extends { readonly name: string }>(parts: readonly Part[]): Part[] =>
    parts.filter(({ name }) => !(name in left_out))
