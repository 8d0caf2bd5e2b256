/** The content of a result as JSON text, without anything that `cleanContent` removes. */
export class WrittenContent {
  constructor(
    readonly json: string,
    /** The same text as it is inside a JSON string. */
    readonly quoted: string = quotedJson(json)
  ) {}
}

/** A text as it is inside a JSON string. */
export const quotedJson = (text: string): string => JSON.stringify(text).slice(1, -1)
