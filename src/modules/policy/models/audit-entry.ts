import type { ErrorCode } from "../../../domain/errors"

/** The types of audit entries. */
export const AUDIT_TYPES = [
  "client_registered",
  "consent_given",
  "consent_denied",
  "consent_lowered",
  "consent_revoked",
  "token_issued",
  "token_revoked",
  "client_approved",
  "client_access_changed",
  "client_spending_changed",
  "client_secret_rotated",
  "client_revoked",
  "sandbox_issued",
  "sandbox_disabled",
  "registration_token_issued",
  "registration_token_ended",
  "webhook_registered",
  "webhook_secret_rotated",
  "webhook_disabled",
  "webhook_enabled",
  "webhook_replayed",
  "webhook_pinged",
  "webhook_deleted",
  "alert_acknowledged",
  "alert_reopened",
  "alert_test_sent",
  "payment_capture_requested",
  "payment_void_requested",
  "payment_refund_requested",
  "payment_reconcile_requested",
  "payment_review_resolved",
  "payment_outcome_recorded",
  "payments_reconciled",
  "approval_requested",
  "approval_decided",
  "settings_changed",
  "customer_exported",
  "customer_erased",
  "payments_exported",
  "approvals_exported",
  "tasks_exported",
  "agents_exported",
  "webhooks_exported",
  "deliveries_exported",
  "audit_exported",
  "evidence_exported",
  "test_run_started",
  "call_refused",
] as const

export type AuditType = (typeof AUDIT_TYPES)[number]

/**
 * Why a call is counted as rejected: the code of its error, or for a checkout whose quote has changed and for a refused
 * registration, whose errors have no code of their own, these reasons.
 */
export type RefusalReason = ErrorCode | "quote_changed" | "client_name_refused" | "registration_cap"

/** `gw_audit`: an audit entry. Calls of a client that are rejected for the same reason share one entry per minute. */
export interface AuditEntry {
  readonly id: string
  readonly at: Date
  readonly type: AuditType
  /** Null if the entry is about no client, or the client is unknown. */
  readonly client_id: string | null
  /** Who acted; null for the client itself and for automatic changes. */
  readonly actor_type: "user" | "customer" | null
  readonly actor_id: string | null
  readonly detail: Readonly<Record<string, unknown>>
  /** How many times it happened, and when last. Above 1 only for rejected calls. */
  readonly count: number
  readonly last_at: Date
}
