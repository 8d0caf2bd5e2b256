import { randomBytes } from "node:crypto"

/*
 * Medusa reads these while it is being imported, so this file is imported before it. Values from outside win. Secrets
 * made here last as long as the process: whoever wants sessions to outlive it passes its own.
 */
const DEFAULTS = {
  NODE_ENV: "development",
  LOG_LEVEL: "warn",
  MEDUSA_DISABLE_TELEMETRY: "1",
  // The admin's live-reload socket would otherwise listen on every interface.
  HMR_BIND_HOST: "127.0.0.1",
  JWT_SECRET: randomBytes(32).toString("hex"),
  COOKIE_SECRET: randomBytes(32).toString("hex"),
}

for (const [name, value] of Object.entries(DEFAULTS)) process.env[name] ??= value

// Medusa's database layer triggers a deprecation notice of `pg` that nobody running a store can act on.
process.noDeprecation = true
