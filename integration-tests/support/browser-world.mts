import { afterAll } from "vitest"
import { takeWorld } from "./own-world.js"
import { everySetting } from "./store-keys.js"

/**
 * The store of each file of browser tests. It serves the built admin, allows test runs, and is running before the file is
 * loaded.
 */
const { GW_TEST_ADMIN = "" } = process.env
const env = { ...everySetting(), GW_TEST_ADMIN, NODE_ENV: "development", GW_DEBUG: "true" }
const taken = await takeWorld({ env })
afterAll(taken.release)
