import { generateKeyPairSync, randomBytes } from "node:crypto"
import { startWorld } from "./start-world"

/** One store and one bank for all HTTP tests of a run. */
export default async function setup(): Promise<() => Promise<void>> {
  const card_key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })
  const running = await startWorld({
    GW_CARD_KEY: JSON.stringify(card_key),
    GW_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    GW_ALLOW_PRIVATE_NETWORKS: "true",
  })
  process.env.GW_TEST_WORLD = JSON.stringify(running.world)
  return running.stop
}
