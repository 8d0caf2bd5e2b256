import { describe, expect, it } from "vitest"
import { readOptions } from "../options"

const SECRET = "whsec_AAAA"

describe("readOptions of gw-webhook-listen", () => {
  it("uses the secret of the environment, unless the command line has secrets", () => {
    expect(readOptions([], { GW_WEBHOOK_SECRET: SECRET })).toMatchObject({ secrets: [SECRET], port: 4000 })
    const named = ["--secret", "whsec_BBBB", "--secret", "whsec_CCCC", "--port", "0", "--json"]
    expect(readOptions(named, { GW_WEBHOOK_SECRET: SECRET })).toEqual({
      host: "127.0.0.1",
      port: 0,
      secrets: ["whsec_BBBB", "whsec_CCCC"],
      profile: null,
      status: 200,
      json: true,
    })
  })

  it("returns help for --help", () => expect(readOptions(["--help"], {})).toBe("help"))

  it.each([
    ["no secret and no profile", []],
    ["an invalid secret", ["--secret", "secret"]],
    ["a profile that is not a URL", ["--profile", "ucp"]],
    ["an invalid port", ["--secret", SECRET, "--port", "70000"]],
    ["an invalid status", ["--secret", SECRET, "--status", "1"]],
    ["an unknown option", ["--sekret", SECRET]],
  ])("rejects %s", (_, args) => {
    expect(() => readOptions(args, {})).toThrow()
  })
})
