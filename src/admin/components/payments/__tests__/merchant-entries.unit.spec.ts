import { expect, it } from "vitest"
import type { Entry } from "../../../api/payments"
import { merchantEntries } from "../merchant-entries"

const entry = (kind: Entry["kind"], code: string, detail: Entry["detail"] = {}): Entry => ({
  at: "2026-01-31T09:00:00Z",
  kind,
  code,
  detail,
})

const shown = (...entries: Entry[]) => merchantEntries(entries).map(({ kind, code }) => `${kind}_${code}`)

it("a paid payment has four entries for the merchant: request, authentication and payment [ADM-43]", () => {
  const entries = [
    entry("request", "agent"),
    entry("task", "submitted"),
    entry("effect", "action_required"),
    entry("sca", "started"),
    entry("message", "payment.captured"),
    entry("sca", "approved"),
    entry("effect", "captured", { state: "done" }),
    entry("order", "announced"),
    entry("webhook", "order.paid"),
    entry("task", "completed"),
  ]
  expect(shown(...entries)).toEqual(["request_agent", "sca_started", "sca_approved", "effect_captured"])
})

it("a refund has two entries for the merchant, and its rejection is one [ADM-43]", () => {
  const done = [entry("call", "refund"), entry("answer", "done"), entry("effect", "refund")]
  expect(shown(...done)).toEqual(["call_refund", "effect_refund"])
  expect(shown(entry("call", "refund"), entry("answer", "refused"))).toEqual([
    "call_refund",
    "answer_refused",
  ])
})

it("an entry that the store fails to record is always shown [ADM-43]", () => {
  expect(shown(entry("effect", "review", { state: "failing" }))).toEqual(["effect_review"])
  expect(shown(entry("effect", "review", { state: "done" }))).toEqual([])
})
