import { command, type Place, type Running, start } from "./command"

/**
 * Runs before each block of the guide. It replaces three commands, and no other. `create-medusa-app` clones its starter from
 * GitHub, and the checks need only npm; `$STARTER` takes its place. `npm ci && npm pack` has already been done in the
 * checkout, which other checks use at the same time.
 */
const REPLACED = `set -euo pipefail
npx() {
  case $1 in
    create-medusa-app@*) cp -R "$STARTER" "$2" ;;
    *) command npx "$@" ;;
  esac
}
npm() {
  case $1 in
    ci | pack) ;;
    *) command npm "$@" ;;
  esac
}
`

/** npx must find the commands in the installed packages and never fetch one. */
const NPM = {
  // `npm run -s` would also silence the reason of a failed installation.
  npm_config_loglevel: "error",
  npm_config_yes: "false",
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_package_lock: "false",
}

/** Where the reader's store is on this machine. */
export interface Desk extends Place {
  readonly base_url: string
  readonly bank_url: string
}

/** A reader of docs/install.md, who copies its blocks into a shell. Only the addresses of the store and bank differ. */
export class Reader {
  constructor(private readonly desk: Desk) {}

  get base_url(): string {
    return this.desk.base_url
  }

  get bank_url(): string {
    return this.desk.bank_url
  }

  /** Runs blocks in one shell, one after the other, and returns their output. Throws when a command fails. */
  run(...blocks: readonly string[]): Promise<string> {
    return command("bash", ["-c", this.script(blocks)], this.place())
  }

  /** Starts blocks in one shell, the last command of which keeps running. */
  start(...blocks: readonly string[]): Running {
    return start("bash", ["-c", this.script(blocks)], this.place())
  }

  /** The same reader in another folder, or with other addresses or variables. */
  at(changes: Partial<Desk>): Reader {
    return new Reader({ ...this.desk, ...changes, env: { ...this.desk.env, ...changes.env } })
  }

  get cwd(): string {
    return this.desk.cwd
  }

  private place(): Place {
    return { cwd: this.desk.cwd, env: { ...NPM, ...this.desk.env } }
  }

  private script(blocks: readonly string[]): string {
    const { base_url, bank_url } = this.desk
    const text = blocks.join("\n")
    return (
      REPLACED +
      text.replaceAll("http://localhost:9000", base_url).replaceAll("http://localhost:9010", bank_url)
    )
  }
}
