import { join } from "node:path"
import { defineConfig, loadEnv, Modules } from "@medusajs/framework/utils"
import { BANK_MODULE } from "./src/modules/bank"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

/**
 * The plugin's own options come from the environment here; a host store writes them beside the plugin's name. The plugin reads
 * no variable for further bank accounts, so this configuration has its own.
 */
const { BANKS } = process.env
const options = BANKS ? { banks: JSON.parse(BANKS) as unknown } : {}

const { GW_BANK_API_URL, GW_STRIPE_PUBLISHABLE_KEY } = process.env
const { STRIPE_API_KEY: apiKey, STRIPE_WEBHOOK_SECRET: webhookSecret, MOLLIE_API_KEY } = process.env

/** The plugin's provider takes payments at the bank, and checkouts on the store's page. Medusa's Stripe provider needs a key.
 * The tests have providers that redirect, at a double of Mollie. */
const providers = [
  ...(GW_BANK_API_URL || GW_STRIPE_PUBLISHABLE_KEY || MOLLIE_API_KEY
    ? [{ resolve: "./src/providers/payment-bank", id: "bank" }]
    : []),
  ...(apiKey
    ? [
        {
          resolve: "@medusajs/medusa/payment-stripe",
          id: "stripe",
          options: { apiKey, webhookSecret, asyncPaymentMethodTypes: ["sepa_debit"] },
        },
      ]
    : []),
  ...(MOLLIE_API_KEY
    ? [{ resolve: join(__dirname, "integration-tests/support/mollie-double/provider"), id: "double" }]
    : []),
]

/** Medusa's own configuration has the channel of the admin's bell only; the local provider logs what it sends. */
const { NOTIFICATION_CHANNELS } = process.env
const notification = {
  resolve: "@medusajs/medusa/notification",
  options: {
    providers: [
      {
        resolve: "@medusajs/medusa/notification-local",
        id: "local",
        options: { channels: NOTIFICATION_CHANNELS?.split(",") },
      },
    ],
  },
}

/** Several servers of a store need a locking module that they share: `LOCKING=postgres` is Medusa's with the database. */
const { LOCKING } = process.env
const locking = {
  resolve: "@medusajs/medusa/locking",
  options: {
    providers: [
      { resolve: `@medusajs/medusa/locking-${LOCKING}`, id: `locking-${LOCKING}`, is_default: true },
    ],
  },
}

/**
 * The cost of password hashes, as a power of two. Only for stores with invented customers, such as those of the tests: other
 * stores need Medusa's own cost.
 */
const { EMAILPASS_LOG_N: logN } = process.env
const emailpass = {
  resolve: "@medusajs/medusa/auth-emailpass",
  id: "emailpass",
  options: { hashConfig: { logN: Number(logN), r: 8, p: 1 } },
}

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: {
      storeCors: process.env.STORE_CORS || "http://localhost:8000",
      adminCors: process.env.ADMIN_CORS || "http://localhost:9000",
      authCors: process.env.AUTH_CORS || "http://localhost:8000,http://localhost:9000",
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  admin: { disable: process.env.ADMIN_DISABLED === "true" },
  modules: [
    { resolve: "./src/modules/oauth", options },
    { resolve: "./src/modules/alert", options },
    { resolve: "./src/modules/policy", options },
    { resolve: "./src/modules/agent", options },
    { resolve: "./src/modules/bank", options },
    { resolve: "./src/modules/catalog", options },
    { resolve: "./src/modules/webhook", options },
    {
      resolve: "@medusajs/medusa/payment",
      key: Modules.PAYMENT,
      dependencies: [BANK_MODULE],
      options: { providers },
    },
    ...(NOTIFICATION_CHANNELS ? [notification] : []),
    ...(LOCKING ? [locking] : []),
    ...(logN ? [{ resolve: "@medusajs/medusa/auth", options: { providers: [emailpass] } }] : []),
  ],
})
