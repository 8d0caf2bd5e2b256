import { describe, expect, it } from "vitest"
import { exposition, gauge } from "../exposition"

describe("the text exposition format", () => {
  it("has a help line, a type line and a line per sample, and ends with a line feed [MET-02]", () => {
    const payments = {
      name: "gw_payments",
      help: "Payments.",
      type: "gauge" as const,
      samples: [
        { labels: { status: "captured", currency: "EUR" }, value: 3 },
        { labels: { status: "declined", currency: "EUR" }, value: 0 },
      ],
    }
    expect(exposition([payments, gauge("gw_inbox_waiting", "Events.", 1.5)])).toBe(
      [
        "# HELP gw_payments Payments.",
        "# TYPE gw_payments gauge",
        'gw_payments{status="captured",currency="EUR"} 3',
        'gw_payments{status="declined",currency="EUR"} 0',
        "# HELP gw_inbox_waiting Events.",
        "# TYPE gw_inbox_waiting gauge",
        "gw_inbox_waiting 1.5",
        "",
      ].join("\n")
    )
  })

  it("escapes characters that would end a line or a label [MET-02]", () => {
    const odd = { name: "m", type: "counter" as const, samples: [{ labels: { a: 'x"\\\n' }, value: 1 }] }
    expect(exposition([{ ...odd, help: "a\\b\nc" }])).toBe(
      '# HELP m a\\\\b\\nc\n# TYPE m counter\nm{a="x\\"\\\\\\n"} 1\n'
    )
  })
})
