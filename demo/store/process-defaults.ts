import { randomBytes } from "node:crypto"

/*
 * Medusa reads these variables while it is imported, so this file is imported first. Existing values win. The secrets
 * generated here are valid for this process only; to keep sessions longer, set them in the environment.
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

// Medusa's database layer triggers a deprecation warning of `pg`, which users of the store cannot fix.
process.noDeprecation = true
