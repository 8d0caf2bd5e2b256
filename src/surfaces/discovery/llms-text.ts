import { z } from "@medusajs/framework/zod"
import { policyOf } from "../../gateway/admission"
import { operation } from "../../gateway/operation"
import { reply } from "../../gateway/reply"
import { servicesOf } from "./services"

const HEAD = `# Online store for AI agents

> Agents can shop and pay in this store for people who have authorized them. The buyer authenticates each payment on the payment page, of the bank or of the store; agents never handle card data.
`

const ANONYMOUS =
  "- Without a token: search and look up products over UCP and UCP over MCP. Everything else needs the person's consent."

/** `/llms.txt`: where an agent begins, as Markdown. It has no text of the store, so a product cannot write into it. */
export const llmsText = operation({
  access: "discovery",
  input: z.unknown(),
  async run(_, call) {
    const services = (await servicesOf(call)).map(
      ({ title, purpose, url, meta }) => `- [${title}](${meta}): ${purpose} Address: ${url}`
    )
    const { ucp_enabled, ucp_anonymous_enabled } = await policyOf(call).settings()
    const access = [
      ...(ucp_enabled && ucp_anonymous_enabled ? [ANONYMOUS] : []),
      `- [OAuth 2.1](${call.base_url}/.well-known/oauth-authorization-server): register, then ask the person for consent.`,
      `- [API catalog](${call.base_url}/.well-known/api-catalog): the same services for programs.`,
    ]
    const none = "- The merchant has not opened the store to agents."
    const sections = ["## Services", services.join("\n") || none, "## Access", access.join("\n")]
    return reply(
      200,
      {
        "Content-Type": "text/markdown; charset=utf-8",
        "Cache-Control": "public, max-age=300",
        "Access-Control-Allow-Origin": "*",
      },
      `${[HEAD.trim(), ...sections].join("\n\n")}\n`
    )
  },
})
