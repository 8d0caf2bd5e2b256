import type { Acknowledgement, NotificationRequest } from "../../drivers/driver"
import type { BankAccounts } from "./accounts"
import { type Inbox, storedId } from "./inbox"
import type { StoredEvent } from "./models/event"

/**
 * How many of the bank events that were already read `catchUp` reads again, because the bank may commit an
 * event late.
 */
const OVERLAP = 100

/** The events that the banks of the store's accounts report, in notifications and in their lists of events. */
export class BankEvents {
  constructor(
    private readonly accounts: BankAccounts,
    private readonly inbox: Inbox
  ) {}

  /**
   * Verifies a notification as one of the bank of an account, and stores it. When this returns, the event is durable, so the
   * acknowledgement can be sent. `event` is set if the event is new and about a payment or card. `forged` is
   * the reason if the notification could not be verified as the bank's.
   */
  async receive(
    account: string,
    request: NotificationRequest
  ): Promise<{ acknowledgement: Acknowledgement; event?: StoredEvent; forged?: string }> {
    const driver = this.accounts.driverOf(account)
    const verdict = await driver.readNotification(request)
    if (!verdict.ok) {
      const { reason } = verdict
      const isUnread = reason === "malformed" || reason === "format_not_supported"
      const forged = isUnread ? undefined : reason
      return { acknowledgement: driver.acknowledge(verdict), forged }
    }
    const { event, nonce } = verdict
    const stored = await this.inbox.store({ account, event, raw: request.raw_body, nonce })
    if (stored === "replayed")
      return { acknowledgement: driver.acknowledge({ ok: false, reason: "replayed" }) }
    const acknowledgement = driver.acknowledge(verdict)
    const { payment: snapshot, token } = event
    if (stored !== "stored" || (!snapshot && !token)) return { acknowledgement }
    const event_id = storedId(event.event_id, account)
    return { acknowledgement, event: { event_id, bank_account: account, revision: 0, snapshot, token } }
  }

  /**
   * Reads the event list of an account page by page and yields the events of each page that no notification has
   * delivered. It starts a little before the last position, because the bank may commit an event after one
   * with a higher number. If the caller stops reading, the events already stored are settled later.
   */
  async *catchUp(account: string): AsyncGenerator<StoredEvent[], void> {
    const driver = this.accounts.driverOf(account)
    if (!driver.capabilities.events) return
    let after = Math.max(0, (await this.inbox.lastSequence(account)) - OVERLAP)
    for (let more = true; more;) {
      const { events, has_more } = await driver.listEvents(after)
      const missed = await this.inbox.add(events, account)
      const last = Math.max(after, ...events.map(({ sequence }) => sequence ?? 0))
      await this.inbox.advanceTo(last, account)
      yield missed
      // A page whose events have no sequence numbers does not advance the position, and would be read forever.
      more = has_more && last > after
      after = last
    }
  }
}
