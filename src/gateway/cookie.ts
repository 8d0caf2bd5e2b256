import type { Call } from "./call"

/** A cookie that scripts cannot read. */
export interface Cookie {
  readonly name: string
  readonly value: string
  /** The browser sends the cookie to this address and those below it. */
  readonly url: string
  readonly seconds: number
}

/** The `Set-Cookie` header of a cookie, which the browser also sends when another site links to the store. */
export function setCookie({ name, value, url, seconds }: Cookie): string {
  const { pathname, protocol } = new URL(url)
  const secure = protocol === "https:" ? "; Secure" : ""
  return `${name}=${value}; Path=${pathname}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The value of this browser's cookie; empty without one. */
export function cookieIn({ headers }: Call, name: string): string {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ""
}
