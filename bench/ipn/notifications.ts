import { randomUUID } from "node:crypto"
import { type BankPayment, ipnBody } from "../../integration-tests/support/bank"
import { bankKey, digestOf, signToken } from "../../integration-tests/support/gwb"
import type { World } from "../../integration-tests/support/world"

interface Message {
  readonly headers: Record<string, string>
  readonly body: string
}

/**
 * Notifications of the bank in `world`, each with its own event and signature. The first `ready` are signed in
 * advance, so that the load generator only has to send.
 */
export function notifications(world: World, news: (n: number) => BankPayment, ready: number): () => Message {
  const key = bankKey()
  const make = (n: number): Message => {
    const body = ipnBody(news(n))
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
  const pool = Array.from({ length: ready }, (_, n) => make(n))
  let sent = 0
  return () => pool[sent++] ?? make(sent)
}
