import { describe, expect, it } from "vitest"
import { isRegistered, isRegistrable } from "../redirect-uri"

describe("isRegistrable", () => {
  it.each([
    ["https://agent.example/cb", "web"],
    ["https://agent.example:8443/cb?x=1&y=%20", "web"],
    ["http://localhost/cb", "web"],
    ["http://[::1]:4000/cb", "web"],
    ["com.example.app:/cb", "native"],
    ["cursor://anysphere.cursor-mcp/oauth/callback", "web"],
    ["cursor://anysphere.cursor-mcp/oauth/callback", "native"],
  ] as const)("accepts %s for a %s application", (uri, type) => {
    expect(isRegistrable(uri, type)).toBe(true)
  })

  it.each([
    ["http://agent.example/cb", "web"],
    ["http://localhost.evil.example/cb", "web"],
    ["https://agent.example/#", "web"],
    ["https://user@agent.example/", "web"],
    ["https://agent.example/\nSet-Cookie:x", "web"],
    ["https://agent.example\\@evil.example/", "web"],
    ["https://bücher.example/", "web"],
    ["com.example.app:/cb", "web"],
    ["myapp:/cb", "native"],
    ["cursor://other.extension/oauth/callback", "native"],
    ["javascript:alert(1)", "native"],
    ["data:text/html,x", "native"],
    ["file:///etc/passwd", "native"],
    ["not a uri", "native"],
  ] as const)("rejects %j for a %s application", (uri, type) => {
    expect(isRegistrable(uri, type)).toBe(false)
  })
})

describe("isRegistered", () => {
  it.each([
    ["https://agent.example/cb", "https://agent.example/cb"],
    ["http://127.0.0.1:9/cb", "http://127.0.0.1/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:9/cb"],
    ["http://[::1]:9/cb?a=1", "http://[::1]:10/cb?a=1"],
    ["http://localhost:9/cb", "http://localhost:10/cb"],
  ])("accepts %s when %s is registered", (presented, registered) => {
    expect(isRegistered(presented, [registered])).toBe(true)
  })

  it.each([
    ["https://agent.example/cb/", "https://agent.example/cb"],
    ["https://agent.example/CB", "https://agent.example/cb"],
    ["https://agent.example:443/cb", "https://agent.example/cb"],
    ["https://agent.example:9/cb", "https://agent.example:10/cb"],
    ["http://127.0.0.1:9/other", "http://127.0.0.1/cb"],
    ["http://localhost:9/cb", "http://127.0.0.1/cb"],
    ["http://127.0.0.1:9/cb#x", "http://127.0.0.1/cb"],
    ["http://127.0.0.1:9@evil.example/cb", "http://127.0.0.1/cb"],
    ["http://u:1@127.0.0.1/cb", "http://127.0.0.1/cb"],
    ["http://127.0.0.1:9/cb\r\nX: y", "http://127.0.0.1/cb"],
    ["http://127.0.0.1:9/a/../cb", "http://127.0.0.1/cb"],
  ])("rejects %j when %s is registered", (presented, registered) => {
    expect(isRegistered(presented, [registered])).toBe(false)
  })
})
