import type { Message } from "./message"

/** A message as readable text: its event, its ids, whether it is genuine, and its body. */
export function describe({ method, url, headers, body }: Message, fault: string | undefined): string {
  const { "webhook-id": id, "x-event-type": event, host } = headers
  const content = parsed(body)
  const name = (content as { type?: unknown } | undefined)?.type ?? event ?? "a message"
  const head = `${fault ? "REFUSED " : ""}${String(name)}  ${String(id ?? "")}  ${method} ${String(host)}${url}`
  return [
    head,
    ...(fault ? [`  ${fault}`] : []),
    JSON.stringify(content ?? body.toString(), null, 2),
    "",
  ].join("\n")
}

/** The body as one line of JSON. */
export const lineOf = ({ body }: Message): string => JSON.stringify(parsed(body) ?? body.toString())

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
