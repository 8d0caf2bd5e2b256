import { randomUUID } from "node:crypto"
import { bankKey, digestOf, signToken } from "../../integration-tests/support/gwb"
import type { World } from "../../integration-tests/support/world"

interface Message {
  readonly headers: Record<string, string>
  readonly body: string
}

/**
 * Notifications of the bank that runs in `world`, every one an event of its own with a signature of its own. As many as
 * `ready` are signed beforehand, so that the load generator has nothing to do but send.
 */
export function notifications(world: World, ready: number): () => Message {
  process.env.GW_TEST_WORLD = JSON.stringify(world)
  const key = bankKey()
  const make = (): Message => {
    const body = JSON.stringify({ event_id: `evt_${randomUUID()}`, sequence: 1, type: "bench.event" })
    const iat = Math.floor(Date.now() / 1000)
    const token = signToken(
      key,
      { alg: "ES256", typ: "gwb-ipn+jwt", kid: key.kid },
      {
        iss: world.simulator_url,
        aud: "mrc_demo",
        iat,
        exp: iat + 300,
        jti: randomUUID(),
        htm: "POST",
        htu: `${world.base_url}/gw-bank/v1/ipn`,
        bdg: digestOf(body),
      }
    )
    return { headers: { "content-type": "application/json", "gw-signature": token }, body }
  }
  const pool = Array.from({ length: ready }, make)
  return () => pool.pop() ?? make()
}
