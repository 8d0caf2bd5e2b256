import { Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { Trace } from "../../api/webhooks"
import { useText } from "../../i18n/use-text"
import { When } from "../common/when"
import { deliveryErrorIn } from "./delivery-words"
import { Verbatim } from "./verbatim"

/** The last request, its response, and the earlier attempts. */
export function Sent({ delivery: { request, response, attempts } }: { readonly delivery: Trace }) {
  const t = useText()
  return (
    <>
      <Part title={t("webhooks.request")}>
        {request ? (
          <>
            <Verbatim label={t("webhooks.headers")} text={headersOf(request)} />
            <Verbatim label={t("webhooks.body")} text={request.body} />
          </>
        ) : (
          <Text size="small">{t("webhooks.not_sent")}</Text>
        )}
      </Part>
      <Part title={t("webhooks.response")}>
        {response ? <Answer of={response} /> : <Text size="small">{t("webhooks.not_sent")}</Text>}
      </Part>
      {attempts.length > 1 && (
        <Part title={t("webhooks.attempts")}>
          {attempts.map((attempt) => (
            <Text key={attempt.attempt} size="small">
              {attempt.attempt}. <When at={attempt.at} is_exact />: <Outcome of={attempt} />
            </Text>
          ))}
        </Part>
      )}
    </>
  )
}

type Answered = NonNullable<Trace["response"]>

function Answer({ of }: { readonly of: Answered }) {
  const t = useText()
  return (
    <>
      <Text size="small">
        <When at={of.at} is_exact />: <Outcome of={of} />
      </Text>
      {of.response && <Verbatim label={t("webhooks.response_body")} text={of.response} />}
    </>
  )
}

/** The status, or why there is none, and the duration. */
function Outcome({ of: { status, error, duration_ms } }: { readonly of: Answered }) {
  const t = useText()
  return (
    <>
      {status ?? (error && deliveryErrorIn(error, t))}, {t("webhooks.ms", { ms: duration_ms })}
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 px-6 py-4">
      <Heading level="h3">{title}</Heading>
      {children}
    </div>
  )
}

function headersOf({ method, url, headers }: NonNullable<Trace["request"]>): string {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${url}`, ...lines].join("\n")
}
