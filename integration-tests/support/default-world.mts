import { afterAll } from "vitest"
import { takeWorld } from "./own-world.js"
import { LOCAL_CERTIFICATE } from "./profile-host.js"
import { everySetting } from "./store-keys.js"

/** The store of each HTTP test file. It has every option set and is running before the file is loaded. */
const taken = await takeWorld({ env: { ...everySetting(), NODE_EXTRA_CA_CERTS: LOCAL_CERTIFICATE } })
afterAll(taken.release)
