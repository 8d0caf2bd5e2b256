import type { DemoAddresses } from "./environment"
import type { DemoProvider } from "./providers/provider"
import type { SeededShop } from "./seed"
import { ADMIN, CUSTOMER } from "./shop/logins"

/** The text printed when everything runs: URLs, logins, and commands ready to paste. */
export function describeDemo(
  at: DemoAddresses,
  provider: DemoProvider,
  shop: SeededShop,
  seconds: string
): string {
  const { addresses, commands } = provider.describe(at)
  const key = `-H 'x-publishable-api-key: ${shop.publishable_key}'`
  const login = `-H 'content-type: application/json' -d '${JSON.stringify(ADMIN)}'`
  return `
The shop is open after ${seconds} s. Ctrl-C stops it.

  Store            ${at.store}
  Admin            ${at.store}/app         ${ADMIN.email} / ${ADMIN.password}
  Customer                                    ${CUSTOMER.email} / ${CUSTOMER.password}
${addresses}
  Publishable key  ${shop.publishable_key}

Try:

  npm run agent -- --url ${at.store}
  curl -s ${at.store}/.well-known/agent-card.json
  curl -s ${at.store}/.well-known/oauth-authorization-server
  curl -s ${key} '${at.store}/store/products?limit=3&fields=title,handle'
  curl -s ${login} ${at.store}/auth/user/emailpass
${commands}

Connect an assistant on this machine, such as Claude Code, and log in as the customer (docs/mcp.md):

  claude mcp add --transport http demo-store ${at.store}/gw-ucp/v1/mcp
`
}

/** The text printed when the store is ready for conformance suites: their env file, and where it was written. */
export function describeSuites(env: string, file: string | undefined): string {
  const written = file ? `\nThese lines are also in ${file}, which only you can read.\n` : ""
  return `\nReady for conformance suites (docs/conformance.md):\n\n${env}${written}`
}
