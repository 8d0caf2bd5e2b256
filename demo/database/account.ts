import { chownSync } from "node:fs"

/** The uid and gid of the unprivileged account of Linux systems. They work without an entry in /etc/passwd. */
const UNPRIVILEGED = 65534

/**
 * The account under which PostgreSQL runs: the caller's own, or the unprivileged account when the caller is root, because
 * PostgreSQL refuses to run as root.
 */
export function serverAccount(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}
}

/** Makes PostgreSQL's account the owner of a file or folder; does nothing when that is the caller. */
export function giveToServer(path: string): void {
  const { uid, gid } = serverAccount()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}
