/** The cookies of one simulated browser on one site: names and values only, which is enough for a single site. */
export class CookieJar {
  private readonly cookies = new Map<string, string>()

  /** Stores the cookies of a response; an expired or empty cookie is removed. */
  store(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ""] = line.split(";")
      const name = pair.slice(0, pair.indexOf("=")).trim()
      const value = pair.slice(pair.indexOf("=") + 1).trim()
      if (value === "" || /;\s*max-age=0\s*(;|$)/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }

  /** The value of the Cookie header. */
  header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  }
}
