import { chownSync } from "node:fs"

/** The uid and gid `nobody` has on every Linux and Debian-like system; no entry in /etc/passwd is needed to use them. */
const NOBODY = 65534

/** The account PostgreSQL runs under: the caller's own, or nobody's when the caller is root, which PostgreSQL refuses. */
export function serverAccount(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
}

/** Hands a file or folder to the account PostgreSQL runs under; does nothing when that is the caller. */
export function giveToServer(path: string): void {
  const { uid, gid } = serverAccount()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}
