import type { Version } from "../version"
import { SHOP } from "./shop"

export const error = (version: Version) => ({
  notFound: {
    ucp: { version, status: "error" },
    messages: [
      {
        type: "error",
        code: "not_found",
        content: "No product has this id.",
        severity: "unrecoverable",
        path: "$.id",
      },
    ],
    continue_url: `${SHOP}/teas`,
  },
  nothingInCommon: {
    ucp: { version, status: "error", capabilities: { "dev.ucp.shopping.catalog.search": [{ version }] } },
    messages: [
      {
        type: "error",
        code: "capabilities_incompatible",
        content: "The agent's profile has none of the store's capabilities.",
        severity: "unrecoverable",
      },
    ],
  },
})

const SENTENCE = "At most 100 ids can be looked up at once."

export const refusal = (version: Version) => ({
  tooMany: {
    code: "request_too_large",
    message: SENTENCE,
    content: SENTENCE,
    detail: SENTENCE,
    data: { status: 400, limit: 100 },
    ucp: { version, status: "error" },
    messages: [
      { type: "error", code: "request_too_large", content: SENTENCE, severity: "recoverable", path: "$.ids" },
    ],
  },
})
