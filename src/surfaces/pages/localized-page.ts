import { html, type RawReply } from "../reply"

/** Answers with a page in one of the languages, which the browser's `Accept-Language` has chosen. */
export function localizedPage(
  lang: string,
  content: string,
  status = 200,
  policy: Record<string, string> = {}
): RawReply {
  const made = html(content, status, policy)
  return { ...made, headers: { ...made.headers, "Content-Language": lang, Vary: "Accept-Language" } }
}
