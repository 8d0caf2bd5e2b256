/**
 * Adds to package-lock.json the binaries of other platforms that are named as optional dependencies but missing. npm
 * leaves them out when it writes the lock behind a registry that lacks them, or over an installed node_modules, and
 * `npm ci` then refuses the lock. Run it after every change of a dependency: node .ci/complete-lock.mjs
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const file = join(import.meta.dirname, "../package-lock.json")
const lock = JSON.parse(readFileSync(file, "utf8"))
const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
]
const processors = [
  "arm",
  "arm64",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
]

/** Whether a package installed at `path` can import `name`: Node searches its folder and all parent folders. */
function isFound(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf("/node_modules/"), 0))) {
    if (lock.packages[`${at ? `${at}/` : ""}node_modules/${name}`]) return true
    if (!at) return false
  }
}

/** The platform in a binary's name, such as `core-linux-arm64-musl`. */
function platformOf(name) {
  const parts = name.split("/").at(-1).split("-")
  const libc = parts.some((part) => part.startsWith("musl")) ? "musl" : "glibc"
  const os = parts.filter((part) => systems.includes(part))
  const cpu = parts.filter((part) => processors.includes(part))
  return { os, cpu, ...(os[0] === "linux" && parts.at(-1) !== cpu[0] && { libc: [libc] }) }
}

function entryFor(name, version, { dev, devOptional, peer }) {
  const { os, cpu, libc } = platformOf(name)
  return {
    version,
    cpu,
    ...(dev && { dev }),
    ...(devOptional && { devOptional }),
    ...(libc && { libc }),
    optional: true,
    os,
    ...(peer && { peer }),
  }
}

for (const [path, parent] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const { os, cpu } = platformOf(name)
    if (!os.length || !cpu.length || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version) || isFound(path, name)) continue
    lock.packages[`node_modules/${name}`] = entryFor(name, version, parent)
    console.log(`added ${name}@${version}`)
  }

// npm's configuration determines the registry. The integrity identifies the package, whatever its source.
for (const entry of Object.values(lock.packages)) if (!entry.link) delete entry.resolved

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
