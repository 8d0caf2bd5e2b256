import { describe, expect, it } from "vitest"
import { CookieJar } from "../cookies"
import { shorten } from "../talk"

describe("the printed text of a request", () => {
  it("truncates secrets and tokens in JSON", () => {
    const text = shorten(`{"client_secret":"gws_0123456789","access_token":"gwa_abcdefghij","scope":"a b"}`)
    expect(text).toBe(`{"client_secret":"gws_01…","access_token":"gwa_ab…","scope":"a b"}`)
  })

  it("truncates passwords and codes in forms and URLs", () => {
    expect(shorten("email=a%40b&password=supersecret")).toBe("email=a%40b&password=supers…")
    expect(shorten("http://127.0.0.1/cb?code=0123456789&state=keep")).toBe(
      "http://127.0.0.1/cb?code=012345…&state=keep"
    )
  })

  it("states the full length of a truncated text", () => {
    expect(shorten("x".repeat(20), 5)).toBe("xxxxx … (20 characters)")
  })
})

describe("the cookie jar", () => {
  const setting = (...lines: string[]) =>
    new Headers(lines.map((line): [string, string] => ["set-cookie", line]))

  it("sends the cookies that were set, with their newest values", () => {
    const jar = new CookieJar()
    jar.store(setting("a=1; Path=/; HttpOnly", "b=x=y"))
    jar.store(setting("a=2"))
    expect(jar.header()).toBe("a=2; b=x=y")
  })

  it("removes an expired cookie", () => {
    const jar = new CookieJar()
    jar.store(setting("a=1", "b=2"))
    jar.store(setting("a=gone; Max-Age=0"))
    expect(jar.header()).toBe("b=2")
  })
})
