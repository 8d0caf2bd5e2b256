import { HTTP_STATUS } from "../../gateway/http-status"
import { isReply, json } from "../../gateway/reply"
import type { Surface } from "../../gateway/surface"

/** Documents about the whole store, for everyone. They have no gates, and list only what is switched on. */
export const discovery: Surface = {
  name: "discovery",
  gates: [],
  read: (_, operation) => ({ operation, input: {} }),
  write: (result) => (isReply(result) ? result : json(result)),
  fail: ({ code, message }) => json({ code, message }, HTTP_STATUS[code]),
}
