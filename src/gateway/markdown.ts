import { reply } from "./reply"

/** A Markdown document that clients may cache for five minutes. */
export const markdown = (text: string) =>
  reply(200, { "Content-Type": "text/markdown; charset=utf-8", "Cache-Control": "public, max-age=300" }, text)
