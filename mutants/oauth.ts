import type { Mutant } from "./mutant"

/** Faults in the authorization server. */
export const OAUTH: readonly Mutant[] = [
  {
    name: "redirect-uri-by-its-beginning",
    file: "src/surfaces/oauth/register/redirect-uri.ts",
    find: "if (registered.includes(uri)) return true",
    replace: "if (registered.some((known) => uri.startsWith(known))) return true",
    spec: "src/surfaces/oauth/register/__tests__/redirect-uri.unit.spec.ts",
  },
  {
    name: "code-verifier-is-not-compared",
    file: "src/surfaces/oauth/token/authorization-code.ts",
    find: " || !equals(digest(code_verifier), made.challenge)",
    replace: "",
    spec: "integration-tests/http/oauth-token.spec.ts",
  },
  {
    name: "code-is-redeemed-again",
    file: "src/modules/oauth/codes.ts",
    find: "c.used_at is null and ",
    replace: "",
    spec: "integration-tests/http/oauth-token.spec.ts",
  },
  {
    name: "reused-refresh-token-revokes-nothing",
    file: "src/modules/oauth/tokens.ts",
    find: 'if (!tokens) await revokeIfReplayed(this.knex, "gw_oauth_token", hash)',
    replace: "",
    spec: "integration-tests/http/oauth-token.spec.ts",
  },
]
