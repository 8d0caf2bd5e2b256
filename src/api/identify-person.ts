import { authenticate } from "@medusajs/framework/http"

/** Reads Medusa's own bearer token, where a program may act for a person; without one the request goes on. */
export const identifyPerson = authenticate(["user", "customer"], ["bearer"], { allowUnauthenticated: true })
