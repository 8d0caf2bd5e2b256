import { describe, expect, it } from "vitest"
import { pathsIn, refusalIn } from "../refusal"

const of = (message: string) => refusalIn(new Error(message))

describe("a refused change", () => {
  it("is parsed into one message per member path", () => {
    const refusal = of(
      'Invalid request: a2a_ip_allow.1: "x; y" is not an IP address; a2a_limits.minute: Too small'
    )
    expect([...refusal.keys()]).toEqual(["a2a_ip_allow.1", "a2a_limits.minute"])
    expect(pathsIn(refusal, "a2a_ip_allow")).toEqual(["1"])
    expect(pathsIn(refusal, "a2a_limits.minute")).toEqual([""])
    expect(pathsIn(refusal, "a2a_ip")).toEqual([])
  })

  it("is parsed correctly when it quotes a value with separators", () => {
    const refusal = of(
      'Invalid request: hours.time_zone: "x; limits.day: \\"no" is not a time zone; limits.hour: Bad'
    )
    expect([...refusal.keys()]).toEqual(["hours.time_zone", "limits.hour"])
  })

  it("without a member has no message by path", () => {
    expect(of("The request holds a NUL character, or half of a surrogate pair.").size).toBe(0)
    expect(of("Failed to fetch").size).toBe(0)
    expect(refusalIn(null).size).toBe(0)
  })
})
