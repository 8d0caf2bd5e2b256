import { html, type RawReply } from "../../reply"
import type { Texts } from "./texts"

/** Answers with a page in the language of its texts; `formTargets` as in `html`. */
export function page(
  { lang }: Texts,
  content: string,
  status = 200,
  formTargets: readonly string[] = []
): RawReply {
  const made = html(content, status, formTargets)
  return { ...made, headers: { ...made.headers, "Content-Language": lang, Vary: "Accept-Language" } }
}
