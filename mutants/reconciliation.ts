import type { Mutant } from "./mutant"

/** Faults in the comparison of a bank's file with the plugin's payments and Medusa's records. */
export const RECONCILIATION: readonly Mutant[] = [
  {
    name: "thousands-are-read-as-decimals",
    file: "src/domain/bank-file/amount.ts",
    find: "fraction.length === 3 && exponent !== 3",
    replace: "fraction.length === 4 && exponent !== 3",
    spec: "src/domain/bank-file/__tests__/amount.unit.spec.ts",
  },
  {
    name: "row-with-more-cells-is-read",
    file: "src/domain/bank-file/bank-file.ts",
    find: "cells.slice(width).some",
    replace: "cells.slice(width + 1).some",
    spec: "src/domain/bank-file/__tests__/bank-file.unit.spec.ts",
  },
  {
    name: "declined-operation-counts",
    file: "src/domain/bank-file/words.ts",
    find: "/^(00\\d\\d|0400|0900)$/",
    replace: "/^(0\\d\\d\\d|0400|0900)$/",
    spec: "src/domain/bank-file/__tests__/bank-file.unit.spec.ts",
  },
  {
    name: "repeated-row-always-counts",
    file: "src/domain/bank-file/movements.ts",
    find: "(repeated ?? []).filter((row) => !takes(row))",
    replace: "(repeated ?? []).filter((row) => !takes(row) && row.line < 0)",
    spec: "src/domain/bank-file/__tests__/compare.unit.spec.ts",
  },
  {
    name: "movement-outside-the-period-matches",
    file: "src/domain/bank-file/movements.ts",
    find: "(movement) => !certain.includes(movement) && mayBeInside(movement, period)",
    replace: "(movement) => !certain.includes(movement) && (mayBeInside(movement, period) || true)",
    spec: "src/domain/bank-file/__tests__/compare.unit.spec.ts",
  },
  {
    name: "latin-file-is-read-as-utf-8",
    file: "src/admin/components/reconciliation/file-text.ts",
    find: '"utf-8", { fatal: true }',
    replace: '"utf-8", { fatal: false }',
    spec: "src/admin/components/reconciliation/__tests__/file-text.unit.spec.ts",
  },
  {
    name: "missing-payments-are-not-looked-for",
    file: "src/queries/payment/file-payments.ts",
    find: "  if (period) {",
    replace: "  if (period && period.begin > period.end) {",
    spec: "integration-tests/http/admin-reconciliation.spec.ts",
    only: "file lacks",
  },
  {
    name: "only-counted-rows-have-a-currency",
    file: "src/domain/bank-file/bank-file.ts",
    find: "rows.flatMap(({ currency }) => currency ?? [])",
    replace: "rows.flatMap(({ operation }) => operation?.currency ?? [])",
    spec: "integration-tests/http/admin-reconciliation.spec.ts",
    only: "only rows that are not counted",
  },
  {
    name: "file-of-the-bank-has-payments-of-other-providers",
    file: "src/queries/payment/file-payments.ts",
    find: "where route = 'bank' and currency",
    replace: "where currency",
    spec: "integration-tests/http/admin-reconciliation.spec.ts",
    only: "expects no payment with the route",
  },
  {
    name: "operations-are-not-found-by-their-reference",
    file: "src/queries/payment/file-payments.ts",
    find: "o.merchant_reference = any(:references)`",
    replace: "o.id = any(:references)`",
    spec: "integration-tests/http/admin-reconciliation.spec.ts",
    only: "refund alone",
  },
]
