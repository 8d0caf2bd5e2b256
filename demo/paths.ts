import { join } from "node:path"

/** The checkout: Medusa is booted from here whatever folder the command was typed in. */
export const REPO_ROOT = join(__dirname, "..")
