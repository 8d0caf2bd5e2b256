import type { Books } from "../books"
import type { Dossier } from "../dossier"
import { groupBy } from "../group-by"
import type { Approval } from "../tables"
import type { OverallCheck } from "./overall"

const NEVER_CHARGED = ["declined", "canceled", "expired", "requires_action", "unfinished"]

/** The payments above the limit of their client, with their approvals. */
function aboveLimit({ rules, tables }: Books, dossiers: readonly Dossier[]) {
  return dossiers.flatMap((dossier) => {
    const { ours, bank, tasks } = dossier
    const rule = rules.find(({ client_id }) => client_id === ours?.client_id)
    if (!ours || !bank || !rule) return []
    const isAbove = bank.currency === rule.currency && bank.amount > rule.approval_above
    const creators = tasks.filter(({ operation_id }) => !operation_id).map(({ id }) => id)
    const isForPayment = ({ payment_id, task_id, session_id }: Approval) =>
      payment_id === ours.id ||
      creators.includes(task_id ?? "") ||
      (session_id && ours.description.endsWith(session_id))
    return isAbove ? [{ dossier, bank, approvals: tables.approvals.filter(isForPayment) }] : []
  })
}

/** No payment above its client's limit is created at the bank unless the merchant has approved that amount. */
export const approvedFirst: OverallCheck = {
  name: "approved-first",
  kind: "difference",
  find: (books, dossiers) =>
    aboveLimit(books, dossiers).flatMap(({ dossier, bank, approvals }) => {
      const isGiven = approvals.some(({ id, status }) => {
        const given = books.approvals.find((approval) => approval.id === id)
        return status === "approved" && given?.amount === bank.amount
      })
      const message = `is created at the bank, and the merchant has not approved ${bank.amount} ${bank.currency}`
      return isGiven ? [] : [{ about: dossier.name, message }]
    }),
}

/** An approval is used for one payment. */
export const approvedOnce: OverallCheck = {
  name: "approved-once",
  kind: "duplicate",
  find(books, dossiers) {
    const charged = aboveLimit(books, dossiers).filter(({ bank }) => !NEVER_CHARGED.includes(bank.status))
    const pairs = charged.flatMap(({ dossier, approvals }) =>
      approvals.map(({ id }) => ({ id, name: dossier.name }))
    )
    const byApproval = groupBy(pairs, ({ id }) => id)
    return books.tables.approvals.flatMap(({ id }) => {
      const names = byApproval(id).map(({ name }) => name)
      return names.length > 1
        ? [{ about: id, message: `is used for ${names.length} payments: ${names.join(", ")}` }]
        : []
    })
  },
}
