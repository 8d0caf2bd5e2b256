import { describe, expect, it } from "vitest"
import { readOptions } from "../options"

const SECRET = "whsec_AAAA"

describe("the command line of gw-webhook-listen", () => {
  it("takes a secret from the environment, and those that are named before it", () => {
    expect(readOptions([], { GW_WEBHOOK_SECRET: SECRET })).toMatchObject({ secrets: [SECRET], port: 4000 })
    const named = ["--secret", "whsec_BBBB", "--secret", "whsec_CCCC", "--port", "0", "--json"]
    expect(readOptions(named, { GW_WEBHOOK_SECRET: SECRET })).toEqual({
      ...{ host: "127.0.0.1", port: 0, secrets: ["whsec_BBBB", "whsec_CCCC"] },
      ...{ profile: null, status: 200, json: true },
    })
  })

  it("gives help", () => expect(readOptions(["--help"], {})).toBe("help"))

  it.each([
    ["nothing to verify by", []],
    ["a secret that is none", ["--secret", "secret"]],
    ["a profile that is no address", ["--profile", "ucp"]],
    ["a port there is not", ["--secret", SECRET, "--port", "70000"]],
    ["a status that is none", ["--secret", SECRET, "--status", "1"]],
    ["an option that is not known", ["--sekret", SECRET]],
  ])("is refused with %s", (_, args) => {
    expect(() => readOptions(args, {})).toThrow()
  })
})
