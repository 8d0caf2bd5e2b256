import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ALERT_KINDS } from "../../src/domain/alerts"
import { QUERY_OUTCOMES } from "../../src/domain/query-outcome"
import { CHECKLIST_STATES } from "../../src/domain/diagnostics"
import { DISPUTE_REASONS, DISPUTE_STATUSES, FAILURE_CODES } from "../../src/domain/failure-codes"
import { DROP_REASONS, ENDED_EARLY, FUNNEL_STEPS } from "../../src/domain/funnel"
import { OBSTACLE_CODES } from "../../src/domain/obstacle"
import { EFFECTS, PAYMENT_STATUSES } from "../../src/domain/settlement"
import { TASK_STATES } from "../../src/domain/task"
import { SIGNATURE_REASONS } from "../../src/drivers/driver"
import { CLIENT_STATUSES } from "../../src/modules/oauth/models/client"
import { APPROVAL_STATUSES } from "../../src/modules/policy/models/approval"
import { AUDIT_TYPES } from "../../src/modules/policy/models/audit-entry"
import { ERRORS } from "../../src/admin/components/webhooks/delivery-words"
import { PLACEMENT_FAILURES } from "../../src/admin/components/payments/review-words"
import en from "../../src/admin/i18n/en"
import ro from "../../src/admin/i18n/ro"

const SRC = join(__dirname, "../../src")

/** The reasons for which the gates reject calls, as shown in the audit log and the funnel. */
const REFUSALS = codesIn(/problem\(\s*"(\w+)"/g, [
  "gateway/gates.ts",
  "gateway/refusals.ts",
  "surfaces/ucp/signature/signature-gate.ts",
  "surfaces/ucp/signature/verify-request.ts",
  "surfaces/ucp/platform/platform-profile.ts",
])

/** The codes the pages show, by text area and key prefix. */
const SHOWN: readonly (readonly [area: keyof typeof en, prefix: string, codes: readonly string[]])[] = [
  ["states", "", TASK_STATES],
  ["states", "", APPROVAL_STATUSES],
  ["states", "", CLIENT_STATUSES],
  ["states", "", Object.values(CHECKLIST_STATES)],
  ["states", "", ["active", "disabled", "pending", "delivered", "dead"]],
  ["audit", "", AUDIT_TYPES],
  ["refusals", "", REFUSALS],
  ["alerts", "", ALERT_KINDS],
  ["alerts", "", ALERT_KINDS.map((kind) => `${kind}_about`)],
  ["overview", "", FUNNEL_STEPS],
  ["overview", "drop_", [...DROP_REASONS, ...ENDED_EARLY]],
  ["privacy", "obstacle_", OBSTACLE_CODES],
  ["payments", "queried_", QUERY_OUTCOMES],
  ["timeline", "effect_", EFFECTS],
  ["reasons", "failure_", FAILURE_CODES],
  ["reasons", "dispute_", DISPUTE_REASONS],
  ["reasons", "dispute_status_", DISPUTE_STATUSES],
  ["reasons", "signature_", SIGNATURE_REASONS],
  ["reasons", "", ERRORS.map(([, name]) => name)],
  ["reasons", "", Object.values(PLACEMENT_FAILURES)],
]

describe.each(Object.entries({ en, ro }))("the admin texts in %s", (_, texts) => {
  it.each(SHOWN)("of %s have a text for every code of %s%j [ADM-36]", (area, prefix, codes) => {
    const known: Readonly<Record<string, string>> = texts[area]
    expect(codes.length).toBeGreaterThan(1)
    expect(codes.filter((code) => !known[prefix + code])).toEqual([])
  })

  it("have a text for every payment status", () => {
    const known: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(texts)) as never
    expect(PAYMENT_STATUSES.filter((status) => !known[status])).toEqual([])
  })
})

describe("the lists of codes", () => {
  it("contain every failure code of the store [ADM-36]", () => {
    const folders = [
      "workflows/payment",
      "workflows/page",
      "workflows/settlement",
      "workflows/card",
      "workflows/approval",
      "domain",
    ]
    const found = folders.flatMap((folder) =>
      codesIn(
        /code: "(\w+)",\s*message/g,
        readdirSync(join(SRC, folder))
          .filter((file) => file.endsWith(".ts"))
          .map((file) => join(folder, file))
      )
    )
    expect(found.length).toBeGreaterThan(15)
    expect(found.filter((code) => !FAILURE_CODES.some((known) => known === code))).toEqual([])
  })

  it("contain every failure and decline code of the drivers [ADM-36]", () => {
    const drivers = readdirSync(join(SRC, "drivers"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.includes("__tests__"))
      .map((file) => join("drivers", file))
    const found = [
      ...codesIn(/new BankError\(\s*"(\w+)"/g, drivers),
      ...codesIn(/^ {2}(\w+): "[A-Z]/gm, ["drivers/redsys/response-codes.ts"]),
    ]
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter((code) => !FAILURE_CODES.some((known) => known === code))).toEqual([])
  })

  it("contain every decline code of the simulated bank", () => {
    const found = codesIn(/^ {2}(\w+): \[/gm, ["simulator/declines.ts"])
    expect(found.length).toBeGreaterThan(8)
    expect(found.filter((code) => !FAILURE_CODES.some((known) => known === code))).toEqual([])
  })
})

/** The matches of a pattern in these files. */
function codesIn(pattern: RegExp, files: readonly string[]): string[] {
  const found = files.flatMap((file) => [...readFileSync(join(SRC, file), "utf8").matchAll(pattern)])
  return found.map(([, code]) => String(code))
}
