import { html, type RawReply } from "../reply"

/** Responds with a page in the language that was selected by `Accept-Language`. */
export function localizedPage(
  lang: string,
  content: string,
  status = 200,
  policy: Record<string, string> = {}
): RawReply {
  const made = html(content, status, policy)
  return { ...made, headers: { ...made.headers, "Content-Language": lang, Vary: "Accept-Language" } }
}
