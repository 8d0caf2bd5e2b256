import type { Mutant } from "./mutant"

/** Faults in the verification of bank notifications, and in the protection against replays. */
export const BANK_MESSAGES: readonly Mutant[] = [
  {
    name: "body-is-not-bound-to-the-signature",
    file: "src/drivers/gwb/gwb-signature.ts",
    find: 'if (claims.bdg !== digestOf(raw)) throw new SignatureRefused("digest_mismatch")',
    replace: "",
    spec: "integration-tests/http/bank-ipn-forged.spec.ts",
  },
  {
    name: "message-for-another-merchant-is-believed",
    file: "src/drivers/gwb/gwb-signature.ts",
    find: "iss === issuer && [aud].flat().includes(audience)",
    replace: "iss === issuer && [aud].length > 0 && audience !== null",
    spec: "integration-tests/http/bank-ipn-forged.spec.ts",
  },
  {
    name: "stale-message-is-believed",
    file: "src/drivers/gwb/gwb-signature.ts",
    find: "if (exp <= oldest || iat < oldest - LONGEST_LIFETIME_SECONDS) throw",
    replace: "if (iat < oldest - 100 * LONGEST_LIFETIME_SECONDS) throw",
    spec: "integration-tests/http/bank-ipn-forged.spec.ts",
  },
  {
    name: "answer-to-another-request-is-believed",
    file: "src/drivers/gwb/gwb-client.ts",
    find: "claims: { sts: response.statusCode, rjt: jti },",
    replace: "claims: { sts: response.statusCode },",
    spec: "integration-tests/worlds/bank-silence.spec.ts",
    only: "wrong_rjt",
  },
  {
    name: "signed-message-counts-twice",
    file: "src/modules/bank/migrations/functions/store-messages.ts",
    find: "      if found then\n",
    replace: "      if true then\n",
    spec: "integration-tests/http/bank-ipn-genuine.spec.ts",
    only: "is accepted once: the same message again",
  },
  {
    name: "older-notification-counts",
    file: "src/modules/bank/reducer.ts",
    find: "if (snapshot.version < payment.version) return ignore(trx, payment, snapshot)",
    replace: "",
    spec: "integration-tests/http/bank-ipn-genuine.spec.ts",
    only: "is ignored when it is older",
  },
]
