import { describe, expect, it } from "vitest"
import { refusalOf } from "../allowed-url"

const ALLOWED = ["https://agent.example/hook", "https://agent.example:8443/", "https://a.b.example/x?y=1"]

const REFUSED = [
  "",
  "hook",
  "/hook",
  "http://agent.example/",
  "ftp://agent.example/",
  "javascript:alert(1)",
  "https://user@agent.example/",
  "https://user:word@agent.example/",
  "https://agent.example/#part",
  "https://agent.example:22/",
  "https://agent.example:80/",
  "https://127.0.0.1/",
  "https://8.8.8.8/",
  "https://[::1]/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0/",
  "https://127.1/",
  "https://localhost/",
  "https://LOCALHOST/",
  "https://localhost./",
  "https://db/",
  "https://a.localhost/",
  "https://printer.local/",
  "https://api.internal/",
  "https://api.internal./",
  `https://agent.example/${"x".repeat(2000)}`,
]

const PRIVATE = ["http://127.0.0.1:8080/hook", "https://localhost/", "http://agent/"]

describe("refusalOf", () => {
  it.each(ALLOWED)("accepts %s", (url) => expect(refusalOf(url, false)).toBeUndefined())

  it.each(REFUSED)("rejects %s", (url) => expect(refusalOf(url, false)).toMatch(/^(is|must)/))

  it.each(PRIVATE)("accepts %s only with private networks allowed", (url) => {
    expect([refusalOf(url, true), typeof refusalOf(url, false)]).toEqual([undefined, "string"])
  })

  it.each(["javascript:alert(1)", "ftp://agent.example/", "http://user@agent.example/"])(
    "rejects %s even with private networks allowed",
    (url) => expect(refusalOf(url, true)).toBeDefined()
  )
})
