import type { Problem } from "../../domain/errors"
import type { Call } from "../call"
import { HTTP_STATUS } from "../http-status"
import { markup } from "../markup"
import { layout } from "../pages/layout"
import { localizedPage } from "../pages/localized-page"
import type { RawReply } from "../reply"
import { textsOf } from "./customer-page"

/** The page of a refusal or an error. It shows no request data and has no link. */
export function problemPage({ code }: Problem, call: Call): RawReply {
  const texts = textsOf(call)
  const status = HTTP_STATUS[code]
  const { title, text } = status === 404 ? texts.not_found : texts.failure
  const page = layout({ lang: texts.lang, outcome: code, title, content: markup`<p>${text}</p>` })
  return localizedPage(texts.lang, page, status)
}
