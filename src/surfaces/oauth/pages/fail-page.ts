import { type Problem, problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { markup } from "../../../gateway/markup"
import { layout } from "../../../gateway/pages/layout"
import type { Reply } from "../../../gateway/reply"
import type { ParsedRequest } from "../../../gateway/surface"
import { describe, extraHeaders, oauthErrorOf } from "../oauth-errors"
import { textsFor } from "./languages"
import { en } from "./languages/en"
import { localizedPage } from "../../../gateway/pages/localized-page"
import type { Refusal, Texts } from "./oauth-texts"

/** A problem that is shown to a person on a page, in their language. */
export function pageProblem(refusal: Refusal, status = 400): Problem {
  return problem("invalid_request", { refusal, status }, en.refusals[refusal])
}

/** The error page of a problem with a consent, without links. */
export const failPage = (problem: Problem, _request: ParsedRequest | undefined, call: Call): Reply =>
  failWith("consent", problem, call)

/** The same for the account page. */
export const failAccountPage: typeof failPage = (problem, _request, call) =>
  failWith(problem.code === "internal_error" ? "account_error" : "account", problem, call)

function failWith(advice: keyof Texts["error_advice"], problem: Problem, call: Call): Reply {
  const { status } = oauthErrorOf(problem)
  const texts = textsFor(call.headers["accept-language"])
  const { refusal, detail } = refusalOf(problem)
  const made = localizedPage(texts.lang, errorPage(texts, refusal, advice, detail), status)
  return { ...made, headers: { ...made.headers, ...extraHeaders(problem, call) } }
}

/**
 * The error page. `detail` is for the client's developer. It has no link, so nothing from the request's URL can become
 * one.
 */
function errorPage(
  texts: Texts,
  refusal: Refusal,
  advice: keyof Texts["error_advice"],
  detail?: string
): string {
  return layout({
    lang: texts.lang,
    title: texts.error_title,
    content: markup`<p role="alert" class="fault">${texts.refusals[refusal]}</p>
${detail && markup`<p class="soft" lang="en">${detail}</p>`}
<p>${texts.error_advice[advice]}</p>`,
  })
}

/** The text for the person, and the detail for the client's developer. */
function refusalOf(problem: Problem): { refusal: Refusal; detail?: string } {
  const { code, data } = problem
  if (data.refusal) return { refusal: data.refusal as Refusal }
  if (code === "surface_disabled") return { refusal: code }
  return { refusal: code === "internal_error" ? code : "not_understood", detail: describe(problem) }
}
