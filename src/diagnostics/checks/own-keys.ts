import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from "node:crypto"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"

/** Whether the store's private keys are valid, and match their public halves. */
export const ownKeys: Check = {
  name: "own keys",
  run({ options: { bank, card_key } }) {
    return [
      findingOf("bank.merchant_key", bank.merchant_key),
      card_key
        ? findingOf("card_key", card_key)
        : warning(
            "there is no card_key: the Agent Card is not signed and push notifications are not sent",
            "Make a P-256 key and set it as card_key, or GW_CARD_KEY."
          ),
    ]
  },
}

function findingOf(option: string, { kty, crv, x, y, d }: JsonWebKey): CheckResult {
  const advice = `Make a new P-256 key for ${option}; whoever knew the old public key must be told the new one.`
  try {
    const private_key = createPrivateKey({ key: { kty, crv, x, y, d }, format: "jwk" })
    const public_key = createPublicKey({ key: { kty, crv, x, y }, format: "jwk" })
    const message = Buffer.from(option)
    if (verify("sha256", message, public_key, sign("sha256", message, private_key)))
      return ok(`${option} is a P-256 key`)
    return problem(`${option} has a private half that does not belong to its public half`, advice)
  } catch {
    return problem(`${option} is not a P-256 key, although it looks like one`, advice)
  }
}
