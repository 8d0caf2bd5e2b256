import { chownSync } from "node:fs"

/** The uid and gid `nobody` has on every Linux and Debian-like system; no entry in /etc/passwd is needed to use them. */
const NOBODY = 65534

/**
 * The account under which PostgreSQL runs: the caller's own, or `nobody` when the caller is root, because PostgreSQL
 * refuses to run as root.
 */
export function serverAccount(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
}

/** Makes PostgreSQL's account the owner of a file or folder; does nothing when that is the caller. */
export function giveToServer(path: string): void {
  const { uid, gid } = serverAccount()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}
