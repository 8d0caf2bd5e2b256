import type { Part } from "@a2a-js/sdk"

const PLAIN = { metadata: undefined, filename: "" }

/** A sentence for whoever reads along. */
export const textPart = (text: string): Part => ({
  content: { $case: "text", value: text },
  mediaType: "text/plain",
  ...PLAIN,
})

/** The same for a program. */
export const dataPart = (data: object): Part => ({
  content: { $case: "data", value: data },
  mediaType: "application/json",
  ...PLAIN,
})
