/**
 * The lists of the admin whose filters staff can save, with the filters and the fields to sort by. A filter has its name in the
 * page's address.
 */
export const VIEW_LISTS = {
  payments: {
    filters: ["q", "display_status", "client_id", "requested_by", "created_from", "created_to", "currency"],
    sorts: ["created_at", "amount"],
  },
  agents: { filters: ["q", "status", "flavor", "all"], sorts: ["name"] },
  approvals: {
    filters: ["q", "status", "kind", "client_id", "created_from", "created_to"],
    sorts: ["amount", "decided_at"],
  },
  tasks: { filters: ["q", "state", "skill", "client_id"], sorts: ["created_at"] },
  webhooks: { filters: ["q", "status", "client_id"], sorts: ["created_at", "url"] },
  audit: { filters: ["q", "client_id", "type", "from", "to"], sorts: ["at"] },
} as const

export type ViewList = keyof typeof VIEW_LISTS

/** How many views of a list each member of the staff can save. */
export const MOST_VIEWS = 30

/** The maximum length of a view's name. */
export const LONGEST_VIEW_NAME = 60

/** The filters and the sorting of a list, saved under a name. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** The filters that are set, by name. */
  readonly filters: Readonly<Record<string, string>>
  /** A field to sort by, with `-` in front descending; null for the list's default. */
  readonly order: string | null
}
