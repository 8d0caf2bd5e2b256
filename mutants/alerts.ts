import type { Mutant } from "./mutant"

/** Faults in the merchant's alerts. */
export const ALERTS: readonly Mutant[] = [
  {
    name: "page-payment-that-cannot-end-raises-no-alert",
    file: "src/queries/alert/alert-conditions.ts",
    find: '    stuck("page_payments_open", olderThan("page_payments_open", 60)),\n',
    replace: "",
    spec: "integration-tests/worlds/alerts.spec.ts",
    only: "after an hour: ",
  },
  {
    name: "paid-cart-counts-from-the-first-minute",
    file: "src/queries/alert/alert-conditions.ts",
    find: "paid_at < now() - interval '60 minutes'",
    replace: "paid_at < now() - interval '1 minute'",
    spec: "integration-tests/worlds/alerts.spec.ts",
    only: "after an hour: ",
  },
  {
    name: "second-review-reason-raises-no-alert",
    file: "src/queries/alert/alert-conditions.ts",
    find: "select p.id || '/' || ${NEWEST_REASON} as subject,",
    replace: "select p.id || '/0' as subject,",
    spec: "integration-tests/worlds/alerts.spec.ts",
    only: "another reason is added",
  },
  {
    name: "repeated-reason-raises-another-alert",
    file: "src/queries/alert/alert-conditions.ts",
    find: "group by r.reason) first)",
    replace: "group by r.id) first)",
    spec: "integration-tests/worlds/alerts.spec.ts",
    only: "another reason is added",
  },
  {
    name: "dispute-raises-two-alerts",
    file: "src/queries/alert/alert-conditions.ts",
    find: " and r.source not like 'dispute:%'",
    replace: "",
    spec: "integration-tests/worlds/alerts.spec.ts",
    only: "another reason is added",
  },
  {
    name: "pending-notification-counts-as-sent",
    file: "src/workflows/alert/send-alert.ts",
    find: "status === NotificationStatus.SUCCESS",
    replace: "status !== NotificationStatus.FAILURE",
    spec: "src/workflows/alert/__tests__/send-alert.unit.spec.ts",
  },
]
