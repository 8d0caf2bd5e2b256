import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

/** The folder the running code was loaded from: the checkout itself, or its compiled copy. */
export const CODE_ROOT = join(__dirname, "..")

/** The root folder of the checkout this demo runs from. */
export const REPO_ROOT = checkoutAbove(CODE_ROOT)

function checkoutAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : checkoutAbove(dirname(folder))
}
