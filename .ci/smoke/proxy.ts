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
function nginxPath(): string {
  const path = process.env.NGINX_PATH ?? "/usr/sbin/nginx"
  if (existsSync(path)) return path
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
  const running = start(nginxPath(), ["-c", configuration, "-e", "stderr"], { cwd: folder })
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
export async function checkPathProxy(path_url: string): Promise<void> {
  const isForwarded = async (path: string) => {
    const body = await (await fetch(path_url + path)).text()
    return !body.includes("<center>nginx")
  }
  const expected = {
    "/eu/health": true,
    "/.well-known/oauth-authorization-server/eu": true,
    "/health": false,
  }
  for (const [path, is_forwarded] of Object.entries(expected))
    if ((await isForwarded(path)) !== is_forwarded)
      throw new Error(`nginx must ${is_forwarded ? "" : "not "}forward ${path} for a store at /eu.`)
}
