import { SCOPES, scopesOf } from "../../../domain/scopes"
import { type Capability, defineCapability } from "./capability"

/** Customer consent through OAuth 2.0. Its config lists the scopes of every served capability. */
export const identityLinking = defineCapability({
  name: "dev.ucp.common.identity_linking",
  spec: "common/identity-linking",
  schema: "common/identity_linking",
  operations: [],
  config: (served) => ({ scopes: Object.fromEntries(served.flatMap(scopesFor)) }),
})

function scopesFor({ name }: Capability): [string, object][] {
  const scopes = scopesOf("ucp").filter((scope) => scope.startsWith(`${name}:`))
  return scopes.map((scope) => [scope, { description: { plain: SCOPES[scope] } }])
}
