import { flush } from "@medusajs/telemetry"

// Even when it is disabled, Medusa's telemetry starts a detached process at exit, which would outlive the store.
if (flush) process.off("exit", flush)
