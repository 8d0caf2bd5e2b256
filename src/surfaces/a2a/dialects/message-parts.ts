import type { Part } from "@a2a-js/sdk"

const PLAIN = { metadata: undefined, filename: "" }

/** A part with text, for people and language models. */
export const textPart = (text: string): Part => ({
  content: { $case: "text", value: text },
  mediaType: "text/plain",
  ...PLAIN,
})

/** A part with data, for programs. */
export const dataPart = (data: object): Part => ({
  content: { $case: "data", value: data },
  mediaType: "application/json",
  ...PLAIN,
})
