import { createRequire } from "node:module"

const load = createRequire(__filename)

/*
 * Medusa takes a second to load and reads the environment meanwhile, so the demo loads everything that needs it only
 * after the environment is set. A dynamic import() would look for compiled files.
 */

/** Loads the store's launcher. */
export function loadServe() {
  return load("./serve") as typeof import("./serve")
}

/** Loads what `--conformance` needs of Medusa. */
export function loadConformance() {
  return load("./conformance/prepare") as typeof import("./conformance/prepare")
}

/** Loads the seed. */
export function loadSeed() {
  return load("./seed") as typeof import("./seed")
}
