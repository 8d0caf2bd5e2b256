import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../demo/ports"
import { type Running, start } from "./command"
import type { Guide } from "./guide"
import { ROOT } from "./package"

/** A certificate for `localhost`, which Node.js trusts by NODE_EXTRA_CA_CERTS, and curl by CURL_CA_BUNDLE. */
const TLS = join(ROOT, "integration-tests/support/local-tls")
export const CERTIFICATE = join(TLS, "certificate.pem")

/** Debian's nginx, or the one at `NGINX_PATH`. */
const NGINX = process.env.NGINX_PATH ?? "/usr/sbin/nginx"

/** Throws if there is no nginx. */
export function requireNginx(): void {
  if (!existsSync(NGINX))
    throw new Error("no nginx found: install Debian's package `nginx`, or set NGINX_PATH")
}

/** nginx in front of a store. */
export interface Proxy extends Running {
  /** The address with the locations of a store at `/eu`. */
  readonly path_url: string
}

/** Starts nginx with the guide's locations: those of a store at its root at `port`, and those of a path at another port. */
export async function startProxy(
  { proxy, proxyOfPath }: Guide,
  { port, store_port }: { readonly port: number; readonly store_port: number }
): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "gw-nginx-"))
  const path_port = await freePort()
  const server = (at: number, locations: string) =>
    `server {
  listen 127.0.0.1:${at} ssl;
  ssl_certificate ${CERTIFICATE};
  ssl_certificate_key ${join(TLS, "key.pem")};
  ${locations.replaceAll("http://127.0.0.1:9000", `http://127.0.0.1:${store_port}`)}
}`
  const configuration = join(folder, "nginx.conf")
  writeFileSync(configuration, configurationOf(folder, [server(port, proxy), server(path_port, proxyOfPath)]))
  const running = start(NGINX, ["-c", configuration, "-e", "stderr"], { cwd: folder })
  const stop = async () => {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...running, stop, path_url: `https://localhost:${path_port}` }
}

/** nginx writes only into `folder`, and stays in the foreground. */
function configurationOf(folder: string, servers: readonly string[]): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`
  )
  return `daemon off;
pid ${join(folder, "nginx.pid")};
events {}
http {
access_log off;
${[...temporary, ...servers].join("\n")}
}
`
}

/** Checks that nginx forwards requests below the path without it, the metadata unchanged, and nothing else. */
export async function checkPathProxy(path_url: string, store_url: string): Promise<void> {
  const answer = async (url: string) => {
    const response = await fetch(url)
    return `${response.status} ${await response.text()}`
  }
  const forwarded = {
    "/eu/health": "/health",
    "/eu/gw-ucp/v1/none": "/gw-ucp/v1/none",
    "/.well-known/oauth-authorization-server/eu": "/.well-known/oauth-authorization-server/eu",
  }
  for (const [path, at_store] of Object.entries(forwarded)) {
    const [given, expected] = [await answer(path_url + path), await answer(store_url + at_store)]
    if (given !== expected)
      throw new Error(`nginx must forward ${path} as ${at_store}: ${given}, not ${expected}`)
  }
  if (!(await answer(`${path_url}/health`)).includes("<center>nginx"))
    throw new Error("nginx must not forward /health for a store at /eu")
}
