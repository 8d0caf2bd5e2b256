import { toDecimal } from "../../../../domain/money"
import type { ExportedApproval } from "../../../../queries/approval/approvals"
import type { Columns } from "../send-csv"

/** The columns of the exported approvals. Amounts in major units of `currency`, times in ISO 8601 (UTC). */
export const APPROVAL_COLUMNS: Columns<ExportedApproval> = {
  approval_id: ({ id }) => id,
  created_at: ({ created_at }) => created_at.toISOString(),
  kind: ({ kind }) => kind,
  status: ({ status }) => status,
  amount: ({ amount, currency }) => toDecimal(amount, currency),
  currency: ({ currency }) => currency,
  order_number: ({ order_number }) => (order_number === null ? null : String(order_number)),
  order_id: ({ order_id }) => order_id,
  agent: ({ client_name }) => client_name,
  agent_id: ({ client_id }) => client_id,
  customer_email: ({ customer_email }) => customer_email,
  description: ({ description }) => description,
  order_reference: ({ order_reference }) => order_reference,
  reason_code: ({ reason_code }) => reason_code,
  task_id: ({ task_id }) => task_id,
  checkout_id: ({ session_id }) => session_id,
  payment_id: ({ payment_id, refund_of }) => payment_id ?? refund_of,
  decided_at: ({ decided_at }) => decided_at?.toISOString() ?? null,
  decided_by: ({ decided_by_email }) => decided_by_email,
  decided_by_id: ({ decided_by }) => decided_by,
  note: ({ note }) => note,
  failure_code: ({ failure_code }) => failure_code,
  expires_at: ({ expires_at }) => expires_at.toISOString(),
}
