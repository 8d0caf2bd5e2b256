import { startWorld } from "./start-world"
import { METRICS_TOKEN, newEncryptionKey, newPrivateKey } from "./store-keys"

/** One store and one bank for all HTTP tests of a run. */
export default async function setup(): Promise<() => Promise<void>> {
  return setUpWith({})
}

/** The same, configured otherwise in `env`. */
export async function setUpWith(env: Record<string, string>): Promise<() => Promise<void>> {
  const running = await startWorld({
    GW_CARD_KEY: newPrivateKey(),
    GW_ENCRYPTION_KEY: newEncryptionKey(),
    GW_METRICS_TOKEN: METRICS_TOKEN,
    GW_ALLOW_PRIVATE_NETWORKS: "true",
    // There is no provider for e-mail: alerts must reach the admin all the same.
    GW_ALERTS_TO: "owner@store.example",
    ...env,
  })
  process.env.GW_TEST_WORLD = JSON.stringify(running.world)
  return running.stop
}
