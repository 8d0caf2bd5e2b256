import { describe, expect, it } from "vitest"
import { routed, urlOf } from "../custom-verbs"

describe("the path of a URL with a custom verb [REST-01]", () => {
  it.each([
    ["/message:send", "/message/send"],
    ["/message%3Asend", "/message/send"],
    ["/message%3astream?x=1:cancel", "/message/stream?x=1:cancel"],
    ["/message:stream/", "/message/stream/"],
    ["/tasks/task_1:cancel", "/tasks/task_1/cancel"],
    ["/tasks/task_1:subscribe?A2A-Version=1.0", "/tasks/task_1/subscribe?A2A-Version=1.0"],
    ["/tasks/a:b:cancel", "/tasks/a:b/cancel"],
  ])("of %s is %s", (url, path) => {
    expect(routed(url)).toBe(path)
  })

  it.each(["/message/send", "/tasks/task_1/cancel", "/tasks/task_1/subscribe?x=1"])(
    "is not %s itself, which has no route",
    (path) => {
      expect(routed(path)).toBe(path.replace(/(?=\?|$)/, ":"))
    }
  )

  it.each([
    "/",
    "/message",
    "/message:fly",
    "/message:sendx",
    "/tasks",
    "/tasks/task_1",
    "/tasks/task_1:fly",
    "/tasks/:cancel/x",
    "/tasks/task_1/pushNotificationConfigs",
    "/tasks/task_1/pushNotificationConfigs/a:send",
    "/tasks?x=/tasks/1:cancel",
    "/extendedAgentCard",
  ])("is %s unchanged", (url) => {
    expect(routed(url)).toBe(url)
  })
})

describe("the URL of a route's folder", () => {
  it.each([
    ["/gw-a2a/v1/rest/message/send", "/gw-a2a/v1/rest/message:send"],
    ["/gw-a2a/v1/rest/tasks/[id]/cancel", "/gw-a2a/v1/rest/tasks/[id]:cancel"],
    ["/gw-a2a/v1/rest/tasks/[id]", "/gw-a2a/v1/rest/tasks/[id]"],
    ["/gw-a2a/v1/tasks/[taskId]/stream", "/gw-a2a/v1/tasks/[taskId]/stream"],
  ])("%s is %s", (folder, url) => {
    expect(urlOf(folder)).toBe(url)
  })
})
