import { expect, it } from "vitest"
import { methodNotFound } from "../official-methods"

it.each([
  ["0.3", "SendMessage", "1.0"],
  ["0.3", "ListTasks", "1.0"],
  ["1.0", "message/send", "0.3"],
] as const)(
  "in A2A %s, the error for %s names the version %s to send [OFC-10]",
  (version, method, needed) => {
    const { code, message, data } = methodNotFound(version, method)
    expect([code, data.send_a2a_version]).toEqual(["method_not_found", needed])
    expect(message).toBe(
      `${method} is a method of A2A ${needed}, and the call is of ${version}. Send the header A2A-Version: ${needed}.`
    )
  }
)

it.each(["FlyToTheMoon", "constructor"])(
  "no version is named for the unknown method %s [OFC-10]",
  (method) => {
    const { message, data } = methodNotFound("1.0", method)
    expect(message).toBe("The method does not exist.")
    expect(data).not.toHaveProperty("send_a2a_version")
  }
)
