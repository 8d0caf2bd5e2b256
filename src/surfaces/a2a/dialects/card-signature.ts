import { AgentCard, generateAgentCardSignature } from "@a2a-js/sdk"
import { problem } from "../../../domain/errors"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { kidOf, publicHalf, type SigningKey } from "../../../gateway/signing-key"

/** The signatures made so far. Their number is limited: one card for each set of skills. */
const known = new Map<string, Promise<unknown>>()

/** A card in the format of 1.0 with its signature (A2A 1.0 section 8.4); unchanged when no key is configured. */
export async function signed<C extends object>(card: C, call: Call): Promise<C & { signatures?: unknown }> {
  const { card_key } = policyOf(call).options
  if (!card_key) return card
  const text = JSON.stringify(card)
  const signatures = known.get(text) ?? sign(card, card_key, call.base_url)
  known.set(text, signatures)
  return { ...card, signatures: await signatures }
}

async function sign(card: object, key: SigningKey, base_url: string): Promise<unknown> {
  const jku = `${base_url}/gw-a2a/v1/jwks.json`
  const generate = generateAgentCardSignature(key, { alg: "ES256", kid: kidOf(key), typ: "JOSE", jku })
  const { signatures } = AgentCard.toJSON(await generate(AgentCard.fromJSON(card))) as { signatures: unknown }
  return signatures
}

/** The public half of the key that signs the card, as a key set (RFC 7517). Throws `not_found` when there is none. */
export function cardKeys(call: Call): { keys: object[] } {
  const { card_key } = policyOf(call).options
  if (!card_key) throw problem("not_found")
  return { keys: [publicHalf(card_key)] }
}
