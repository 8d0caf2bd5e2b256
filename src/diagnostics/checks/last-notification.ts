import { notificationAdvice, notificationPathOf } from "../../domain/notification-path"
import { accountsIn } from "../../options"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"
import type { CheckContext } from "../check-context"

interface Inbox {
  readonly last: Date | null
  readonly waiting: number
  readonly oldest: Date | null
  readonly has_payments: boolean
}

/** An event that waits for longer is not being processed. */
const WAITS_MS = 300_000

/**
 * Whether the notifications about each account arrive and are processed, and their address does not redirect. No result for
 * a store without a bank.
 */
export const lastNotification: Check = {
  name: "notifications",
  async run(context) {
    const { options } = context
    const results = accountsIn(options).map(async ({ name, bank }) => {
      const address = `${options.base_url}${notificationPathOf(bank.driver, name)}`
      const [inbox] = await context.query<Inbox>(INBOX, [name])
      return [
        ...(inbox ? [resultFor(inbox, address)] : []),
        ...(await redirectFrom(address, context.request)),
      ]
    })
    return (await Promise.all(results)).flat()
  },
}

/** The newest event of an account is found by the index gw_bank_event_account, also if the account has none. */
const INBOX = `
  select (select received_at from gw_bank_event where bank_account = $1 order by received_at desc limit 1) as last,
         (select count(*)::int from gw_bank_event where processed_at is null and bank_account = $1) as waiting,
         (select min(received_at) from gw_bank_event where processed_at is null and bank_account = $1) as oldest,
         exists (select 1 from gw_payment where version > 0 and bank_account = $1) as has_payments`

/** If the address does not answer at all, the check of `base_url` says so. */
async function redirectFrom(address: string, request: CheckContext["request"]): Promise<CheckResult[]> {
  const answer = await request(address).catch(() => undefined)
  const location = answer?.headers.get("location")
  if (!answer || !location || answer.status < 300 || answer.status >= 400) return []
  return [
    problem(`${address} redirects to ${location}`, REDIRECT_ADVICE, {
      code: "redirects",
      data: { address, location },
    }),
  ]
}

const REDIRECT_ADVICE =
  "Let the proxy forward this address to the store, or set base_url to the store's final address: banks do not follow redirects."

function resultFor({ last, waiting, oldest, has_payments }: Inbox, address: string): CheckResult {
  if (oldest && Date.now() - oldest.getTime() > WAITS_MS)
    return problem(
      `${waiting} bank events are unprocessed, the oldest since ${oldest.toISOString()}`,
      "Check the store's log for errors of gw-settle-leftovers, and start a server or worker that runs jobs.",
      { code: "waiting", data: { count: waiting, since: oldest.toISOString() } }
    )
  const at = last?.toISOString()
  if (at) return ok(`the last bank event arrived at ${at}`, { code: "last", data: { at } })
  const advice = notificationAdvice(address)
  const data = { address }
  if (has_payments)
    return problem("there are payments, but the bank has never sent a notification", advice, {
      code: "never_notified",
      data,
    })
  return warning("the bank has sent no notification yet", advice, { code: "none_yet", data })
}
