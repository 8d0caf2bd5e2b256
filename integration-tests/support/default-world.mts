import { afterAll } from "vitest"
import { takeWorld } from "./own-world.js"
import { everySetting } from "./store-keys.js"

/** The store of each HTTP test file: one with every setting, which answers before the file is loaded. */
const taken = await takeWorld({ env: everySetting() })
afterAll(taken.giveBack)
