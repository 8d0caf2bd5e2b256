import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from "node:crypto"
import { accountsIn } from "../../options"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"

/** Whether the store's private keys are valid, and match their public keys. */
export const ownKeys: Check = {
  name: "own keys",
  run({ options }) {
    const { card_key } = options
    return [
      ...accountsIn(options).flatMap(({ bank, option }) =>
        bank.driver === "gwb" ? [resultOf(`${option}.merchant_key`, bank.merchant_key)] : []
      ),
      card_key
        ? resultOf("card_key", card_key)
        : warning(
            "there is no card_key: the Agent Card is not signed and push notifications are not sent",
            "Create a P-256 key and set it as card_key, or GW_CARD_KEY."
          ),
    ]
  },
}

function resultOf(option: string, { kty, crv, x, y, d }: JsonWebKey): CheckResult {
  const advice = `Create a new P-256 key for ${option}; give the new public key to everyone who uses the old one.`
  try {
    const private_key = createPrivateKey({ key: { kty, crv, x, y, d }, format: "jwk" })
    const public_key = createPublicKey({ key: { kty, crv, x, y }, format: "jwk" })
    const message = Buffer.from(option)
    if (verify("sha256", message, public_key, sign("sha256", message, private_key)))
      return ok(`${option} is a P-256 key`)
    return problem(`${option} has a private key that does not belong to its public key`, advice)
  } catch {
    return problem(`${option} is not a valid P-256 key`, advice)
  }
}
