import { describe, expect, it } from "vitest"
import { readForm } from "../form"

const PAGE = "http://localhost:9000/interaction/1"
const ANSWERS = { email: "ann@example.com", password: "p&ss" }

const filled = (html: string) => readForm(html, PAGE, ANSWERS)

describe("filling in a page's form", () => {
  it("fills e-mail and password by name or type and keeps hidden fields", () => {
    const form = filled(`<form method="post" action="/login?a=1&amp;b=2">
      <input type="hidden" name="csrf" value="x&quot;y&#39;z">
      <input name="user" type="email"><input type='password' name='password'></form>`)
    expect(form?.action).toBe("http://localhost:9000/login?a=1&b=2")
    expect(Object.fromEntries(form?.fields ?? [])).toEqual({
      csrf: `x"y'z`,
      user: "ann@example.com",
      password: "p&ss",
    })
  })

  it("sends checked boxes only", () => {
    const form = filled(`<form method=post><input type=checkbox name=scope value=a checked>
      <input type=checkbox name=scope value=b></form>`)
    expect(form?.fields.getAll("scope")).toEqual(["a"])
  })

  it("submits with the affirmative button, wherever it is", () => {
    const form = filled(`<form method="POST"><button name="decision" value="deny">Deny</button>
      <button class="key" name="decision" value="approve">Approve</button></form>`)
    expect(form?.fields.getAll("decision")).toEqual(["approve"])
  })

  it("chooses the form with the password when a page has several", () => {
    const form =
      filled(`<form method="post" action="/cancel"><button name="d" value="cancel">Cancel</button></form>
      <form method="post" action="/login"><input type="password" name="password"></form>`)
    expect(form?.action).toBe("http://localhost:9000/login")
  })

  it("chooses the form with an affirmative button when another one refuses", () => {
    const form =
      filled(`<form method="post" action="/no"><button name="d" value="deny">No, deny</button></form>
      <form method="post" action="/yes"><button name="d" value="approve">Allow</button></form>`)
    expect(form?.action).toBe("http://localhost:9000/yes")
  })

  it("posts to the page itself when the form has no action", () => {
    expect(filled(`<form method="post"></form>`)?.action).toBe(PAGE)
  })

  it("returns undefined for a page without a POST form", () => {
    expect(filled(`<form method="get" action="/search"></form><p>This did not work</p>`)).toBeUndefined()
  })
})
