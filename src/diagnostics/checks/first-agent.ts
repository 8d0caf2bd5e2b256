import { TEST_CLIENT_IDS } from "../../domain/test-client"
import type { Check } from "../check"
import { ok, warning } from "../check-result"

interface Progress {
  readonly registered: boolean
  readonly consented: boolean
  readonly called: boolean
}

/** The progress of the first agent. The clients of test runs do not count. */
export const firstAgent: Check = {
  name: "first agent",
  async run({ query }) {
    const [progress] = await query<Progress>(
      `select exists (select from gw_oauth_client c where c.id <> all ($1)) as registered,
              exists (select from gw_oauth_grant g join gw_oauth_client c on c.id = g.client_id
                       where c.id <> all ($1)) as consented,
              exists (select from gw_usage u join gw_oauth_client c on c.id = u.client_id
                       where c.id <> all ($1)) as called`,
      [TEST_CLIENT_IDS]
    )
    if (!progress) return []
    const { registered, consented, called } = progress
    if (called) return [ok("an agent has called", { code: "called" })]
    if (consented)
      return [
        warning("an agent has access, but has not called yet", "Make a first call with the agent.", {
          code: "consented",
        }),
      ]
    if (registered)
      return [
        warning(
          "an agent has registered, but has no consent yet",
          "Approve it, and let it request consent.",
          {
            code: "registered",
          }
        ),
      ]
    return [
      warning("no agent has registered yet", "Give an agent's developer the address of the store.", {
        code: "none",
      }),
    ]
  },
}
