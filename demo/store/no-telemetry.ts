import { flush } from "@medusajs/telemetry"

// Even when it is off, Medusa's telemetry starts a detached sender at exit, which would outlive the store.
if (flush) process.off("exit", flush)
